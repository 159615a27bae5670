// Two things that pages do without this file, too, only later: a paste is matched while it stands in the
// box, and a link of a match opens its entry with the values of the paste. Nothing of a paste is kept, and
// nothing of it comes into an address.

const LIMIT = 5 * 1024 * 1024; // bytes that the server reads
const PATIENCE = 60_000; // milliseconds until the server is given up
const TOO_LONG = "This is more than 5 MB. Paste the part of the log that holds the error.";
const FAILED = "The server failed on this text. Try again, or paste less of it.";
const OFFLINE = "The server cannot be reached. Your text is still here: try again in a moment.";
const LOOKING = "Looking for entries …";

// A paste is whole at once; who types is let finish a word; a long text takes longer to look at.
const pause = (text, pasted) => (pasted ? 30 : text.length > 100_000 ? 1000 : 350);

function live(form) {
  const box = form.querySelector("textarea");
  const status = form.querySelector("[role=status]");
  const region = document.getElementById(form.dataset.live);
  let timer = 0;
  let asking = null; // the request that is under way
  let wanted = false; // the button was pressed, so the result is to be seen
  let answered = region.querySelector("[data-summary]") ? box.value : "";

  function say(words, isProblem = false) {
    status.textContent = words;
    status.classList.toggle("problem", isProblem);
  }

  function stop() {
    clearTimeout(timer);
    if (asking) asking.abort();
    asking = null;
    region.removeAttribute("aria-busy");
  }

  function forget() {
    // What the server said of an earlier text.
    form.querySelector(".problem[role=alert]")?.remove();
    box.removeAttribute("aria-invalid");
    box.removeAttribute("aria-describedby");
  }

  function fail(words) {
    answered = "";
    region.replaceChildren();
    say(words, true);
  }

  function show(answer, html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const result = page.querySelector("[data-summary]");
    if (!answer.ok || !result) {
      const problem = page.querySelector(".problem")?.textContent.trim();
      fail(problem || (answer.status === 413 ? TOO_LONG : FAILED));
      return;
    }
    region.replaceChildren(document.adoptNode(result));
    say(result.dataset.summary);
    if (wanted) region.scrollIntoView({ block: "start" });
    wanted = false;
  }

  async function ask(text) {
    const request = new AbortController();
    asking = request;
    answered = text;
    region.setAttribute("aria-busy", "true");
    const slow = setTimeout(() => say(LOOKING), 500);
    const late = setTimeout(() => request.abort("late"), PATIENCE);
    const body = new FormData();
    body.append("text", text);
    body.append("part", "result");
    try {
      const options = { method: "POST", body, signal: request.signal, credentials: "omit", cache: "no-store" };
      const answer = await fetch(form.getAttribute("action"), options);
      const html = await answer.text();
      if (asking === request) show(answer, html);
    } catch {
      // A later text took this one's place, or else nobody answered.
      if (asking === request) fail(request.signal.aborted ? FAILED : OFFLINE);
    } finally {
      clearTimeout(slow);
      clearTimeout(late);
      if (asking === request) stop();
    }
  }

  function look(delay) {
    const text = box.value;
    if (text === answered && !timer) return;
    stop();
    forget();
    if (text.trim().length < 2) {
      answered = "";
      region.replaceChildren();
      say("");
    } else if (text.length > LIMIT || new Blob([text]).size > LIMIT) {
      fail(TOO_LONG);
    } else {
      timer = setTimeout(() => { timer = 0; ask(text); }, delay);
    }
  }

  box.addEventListener("input", (event) => {
    wanted = false;
    look(pause(box.value, /^insertFrom(Paste|Drop)/.test(event.inputType)));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    wanted = true;
    if (box.value === answered && !asking && !timer) region.scrollIntoView({ block: "start" });
    else look(0);
  });
  // A browser that goes back may bring the text back, but not what was below it.
  addEventListener("pageshow", () => { if (box.value) look(0); });
}

function openWithValues(event) {
  const link = event.target.closest?.("a[data-values]");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const form = document.createElement("form");
  const field = document.createElement("input");
  Object.assign(form, { method: "post", action: link.href, hidden: true });
  Object.assign(field, { type: "hidden", name: "values", value: link.dataset.values });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

document.querySelectorAll("form[data-live]").forEach(live);
document.addEventListener("click", openWithValues);
