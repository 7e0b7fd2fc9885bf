// Small pieces for making the page.

export const $ = id => document.getElementById(id);

/** An element with attributes, listeners (on...) and children. */
export function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) {
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (k === "class") e.className = v;
    else if (typeof v === "boolean") e.toggleAttribute(k, v);
    else if (v !== undefined && v !== null) e.setAttribute(k, v);
  }
  e.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false));
  return e;
}

/** Says something to who uses a screen reader. */
export function speak(text) { $("speak").textContent = text; }

/** Hands a file to the user. */
export function save(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const a = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
  document.documentElement.dataset.saved = `${name} ${blob.size}`;
}

export const dark = () => getComputedStyle(document.documentElement).getPropertyValue("--dark").trim() === "1";
