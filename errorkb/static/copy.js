// Buttons that copy a code: `<button class="copy" data-copy="#id" hidden>`. Without this file they stay
// hidden, and the text can be selected as any other.

const SHOWN = 2000; // milliseconds for which a button says what it did
const NOT_COPIED = ".line-number, .hidden, .copy, svg"; // what a page adds to a text

function textOf(element) {
  const copy = element.cloneNode(true);
  copy.querySelectorAll(NOT_COPIED).forEach((part) => part.remove());
  return copy.textContent.replace(/^\n|\n$/g, "");
}

// Browsers have a clipboard on encrypted and local addresses only; a knowledge base at home may have neither.
function copyBySelection(text) {
  const before = document.activeElement;
  const box = document.createElement("textarea");
  box.value = text;
  box.className = "hidden";
  box.style.whiteSpace = "pre"; // else the indentation is not copied
  box.readOnly = true;
  document.body.append(box);
  box.select();
  const isCopied = document.execCommand("copy");
  box.remove();
  before?.focus();
  return isCopied;
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function liveRegion() {
  const region = document.createElement("p");
  region.className = "hidden";
  region.setAttribute("role", "status");
  document.body.append(region);
  return region;
}

function serve(button, region) {
  const source = document.querySelector(button.dataset.copy);
  if (!source) return;
  const label = [...button.childNodes];
  let timer = 0;

  function say(words) {
    clearTimeout(timer);
    button.textContent = region.textContent = words;
    timer = setTimeout(() => {
      button.replaceChildren(...label);
      region.textContent = "";
    }, SHOWN);
  }

  button.addEventListener("click", async () => {
    say((await copied(textOf(source))) ? "Copied" : "Select it, and copy it yourself");
  });
  button.hidden = false;
}

const buttons = document.querySelectorAll("button.copy[data-copy]");
if (buttons.length) {
  const region = liveRegion();
  buttons.forEach((button) => serve(button, region));
}
