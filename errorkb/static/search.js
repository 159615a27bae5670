// Search boxes suggest what is in the base while one types, as ARIA's combobox does: the arrow keys choose,
// Enter opens what is chosen or else searches, Escape closes. Without this file they are plain forms.

const PAUSE = 150; // milliseconds without a key before the server is asked
const LONGEST = 200; // characters that the server completes

let boxes = 0;

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...content);
  return made;
}

function option(suggestion, id) {
  // Texts of entries may run from right to left; bdi keeps what stands beside them in its place.
  const text = element("bdi", { class: "suggestion-text" }, suggestion.text);
  const facts = [suggestion.kind, suggestion.entries?.toLocaleString("en")].filter(Boolean).join(" · ");
  const kind = element("span", { class: "suggestion-kind" }, facts);
  return element("li", { id, role: "option", class: "suggestion", "aria-selected": "false" }, text, " ", kind);
}

function combobox(input) {
  const id = `suggestions-${(boxes += 1)}`;
  const list = element("ul", { id, role: "listbox", class: "suggestions", "aria-label": "Suggestions", hidden: "" });
  const status = element("p", { class: "hidden", role: "status" });
  let shown = []; // the suggestions of the list
  let chosen = -1; // the place of the one that Enter opens
  let timer = 0;
  let asking = null; // the request that is under way

  function choose(place) {
    list.children[chosen]?.setAttribute("aria-selected", "false");
    chosen = place;
    const selected = list.children[place];
    selected?.setAttribute("aria-selected", "true");
    selected?.scrollIntoView({ block: "nearest" });
    if (selected) input.setAttribute("aria-activedescendant", selected.id);
    else input.removeAttribute("aria-activedescendant");
  }

  function show(suggestions) {
    choose(-1);
    shown = suggestions;
    list.replaceChildren(...shown.map((suggestion, place) => option(suggestion, `${id}-${place}`)));
    list.hidden = !shown.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    status.textContent = shown.length ? `${shown.length} suggestion${shown.length === 1 ? "" : "s"}` : "";
  }

  function close() {
    clearTimeout(timer);
    asking?.abort();
    show([]);
  }

  function open(place) {
    const { url } = shown[place];
    close();
    location.assign(url);
  }

  async function ask(text) {
    const request = new AbortController();
    asking = request;
    const address = `/search/suggest?${new URLSearchParams({ q: text })}`;
    try {
      const answer = await fetch(address, { signal: request.signal, credentials: "omit" });
      const { suggestions } = answer.ok ? await answer.json() : { suggestions: [] };
      if (asking === request && document.activeElement === input) show(suggestions);
    } catch {
      // A later text took this one's place, or nobody answered: the form still searches.
      if (asking === request) show([]);
    }
  }

  function look(pause) {
    clearTimeout(timer);
    asking?.abort();
    const text = input.value;
    if (!text.trim() || text.length > LONGEST) show([]);
    else timer = setTimeout(() => ask(text), pause);
  }

  function step(by) {
    if (list.hidden) look(0);
    // One place more than there are options: there, the box itself is chosen.
    else choose(((chosen + 1 + by + shown.length + 1) % (shown.length + 1)) - 1);
  }

  const keys = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => chosen >= 0 && open(chosen),
    // A closed list leaves Escape to the browser, which empties the box.
    Escape: () => !list.hidden && close(),
  };

  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (["Home", "End", "ArrowLeft", "ArrowRight"].includes(event.key)) choose(-1); // these move in the text
    else if (keys[event.key] && keys[event.key]() !== false) event.preventDefault();
  });
  input.addEventListener("input", () => look(PAUSE));
  input.addEventListener("blur", close);
  input.form.addEventListener("submit", close);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus
  list.addEventListener("click", (event) => {
    const place = [...list.children].indexOf(event.target.closest("li"));
    if (place >= 0) open(place);
  });

  const roles = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": id };
  Object.entries(roles).forEach(([key, value]) => input.setAttribute(key, value));
  input.after(list, status);
}

// Suggestions are of the whole base: a box that searches one repository has none.
[...document.querySelectorAll("form[role=search] input[type=search]")]
  .filter((input) => !input.form.elements.repo)
  .forEach(combobox);
