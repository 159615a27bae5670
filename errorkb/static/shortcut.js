// The key / leads to the page's search box. Who speaks to the computer, or often hits a key by mistake, can
// turn it off at the foot of each page; the browser keeps that choice, and nothing else.

const KEPT = "shortcut";
const TYPED_INTO = "input, textarea, select, [contenteditable]";

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(isOn) {
  try {
    if (isOn) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "off");
  } catch {
    // The choice is then this page's alone.
  }
}

function listen(label, box) {
  const choice = label.querySelector("input");
  choice.checked = kept() !== "off";
  choice.addEventListener("change", () => keep(choice.checked));
  label.hidden = false;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!choice.checked || event.target.closest?.(TYPED_INTO)) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
}

const label = document.querySelector(".shortcut");
const box = document.querySelector("main [role=search] input[type=search], header [role=search] input[type=search]");
if (label && box) listen(label, box);
