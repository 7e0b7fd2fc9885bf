// Panels beside the scene: elements of the model, text of the deck, modes, facts of the run.

import { $, el, speak } from "trammel/dom";
import { displace } from "trammel/flexible";
import { format, norm, place, sub } from "trammel/math";
import { Plot } from "trammel/plot";
import { legendOf } from "trammel/plots";
import { describe } from "trammel/view";

/** The element that a column, joint or body stands for, as a line of a list. */
export class ModelPanel {
  constructor(panel, result, view, showPlace) {
    Object.assign(this, { panel, result, view });
    const filter = el("input", { type: "search", placeholder: "Filter: id, label, type…", "aria-label": "Filter of elements", style: "width:100%;margin-bottom:8px", oninput: () => this.show(filter.value) });
    panel.append(filter, this.list = el("div"));
    this.showPlace = showPlace;
    this.show("");
  }

  show(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean), kinds = { body: "Bodies", joint: "Joints and motions", force: "Forces", graphic: "Graphics", marker: "Markers" };
    this.list.replaceChildren(...Object.entries(kinds).map(([kind, title]) => {
      const items = this.result.drawing.items.map((item, i) => [item, i + 1]).filter(([item]) => item.kind === kind && words.every(w => describe(item).toLowerCase().includes(w)));
      if (!items.length) return "";
      return el("details", { class: "group", open: kind !== "marker" && items.length < 300 }, el("summary", {}, `${title} (${items.length})`),
        el("ul", { class: "plain" }, items.slice(0, 500).map(([item, id]) => el("li", {},
          el("button", { type: "button", class: "link", onclick: () => this.view?.select(id) }, `${item.id}${item.label ? ` · ${item.label}` : ""}`),
          item.type ? el("span", { class: "soft" }, ` ${item.type.toLowerCase()} `) : " ",
          item.place ? el("button", { type: "button", class: "link soft", onclick: () => this.showPlace(item.place) }, item.place.replace(/^.*[/\\]/, "")) : "")),
        items.length > 500 ? el("li", { class: "soft" }, `${items.length - 500} more: filter`) : ""));
    }));
  }
}

/** The texts of the deck, with a line marked. */
export class DeckPanel {
  constructor(panel, files, open) {
    Object.assign(this, { panel, files, open });
    this.choice = el("select", { "aria-label": "File", onchange: () => this.show(this.choice.value) }, files.map(f => el("option", { value: f.name }, f.name)));
    panel.append(files.length > 1 ? this.choice : el("p", { class: "soft", style: "margin:0" }, files[0]?.name ?? "The text of the deck is not in these results."), this.code = el("pre", { class: "code", tabindex: "0" }));
    if (files.length) this.show(files[0].name);
  }

  show(name) {
    const file = this.files.find(f => f.name === name) ?? this.files.find(f => f.name.replace(/^.*[/\\]/, "") === name.replace(/^.*[/\\]/, ""));
    if (!file || this.shown === file) return file;
    this.shown = file;
    this.choice.value = file.name;
    this.code.replaceChildren(...file.text.replace(/\n$/, "").split("\n").map(l => el("span", {}, l || " ")));
    return file;
  }

  /** Shows a place, file:line:col. */
  go(place) {
    const [, name, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(place) ?? [];
    if (!name || !this.show(name)) return false;
    this.open();
    for (const e of this.code.querySelectorAll(".on")) e.classList.remove("on");
    const at = this.code.children[Number(line) - 1];
    at?.classList.add("on");
    const box = this.code.closest("[role=tabpanel]");
    if (at && box) box.scrollTo({ top: box.scrollTop + at.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2, left: 0 });
    speak(`Line ${line}: ${at?.textContent.trim()}`);
    return true;
  }
}

/** A text in which file:line:col leads to the deck. */
function linked(text, deck) {
  const parts = text.split(/((?:[\w./\\-]+)\.(?:xml|adm|acf|py):\d+(?::\d+)?)/);
  return parts.map((p, i) => i % 2 ? el("button", { type: "button", class: "link", onclick: () => deck.go(p) }, p) : p);
}

/** Facts of run.json. */
export function showFacts(panel, result, deck, clock) {
  const d = result.document ?? {}, facts = el("dl"), fact = (name, value) => { if (value !== undefined && value !== null && value !== "") facts.append(el("dt", {}, name), el("dd", {}, value)); };
  const percent = v => `${format(100 * v, 3)} %`;
  fact("Status", result.killed ? "killed: the results end with the last rows that were written" : d.status && `${d.status}${d.exit_code > 0 ? ` (exit code ${d.exit_code})` : ""}`);
  fact("Deck", d.deck);
  fact("Program", d.version && `trammel ${d.version}`);
  fact("Degrees of freedom", d.dof);
  fact("Simulated to", d.end_time !== undefined && `${format(d.end_time)} ${result.timeUnit}`);
  fact("Wall time", d.wall_s !== undefined && `${format(d.wall_s, 3)} s`);
  fact("Steps", d.steps !== undefined && `${d.steps}, ${d.rejected} rejected`);
  fact("Evaluations", d.evaluations);
  fact("Factorizations", d.factorizations);
  fact("Energy not accounted for", d.energy_drift !== undefined && d.energy_drift !== null ? percent(d.energy_drift) : null);
  fact("Largest constraint error", d.constraint_violation !== undefined && format(d.constraint_violation, 3));
  fact("Columns × rows", `${result.columns.length} × ${result.rows}`);
  panel.replaceChildren(el("h2", {}, "The run"), facts);
  const block = (title, ...content) => panel.append(el("h2", {}, title), ...content);
  if (result.steps?.time.length > 1) block("Steps of the integrator", stepPlot(result, clock));
  if (d.error) block("Error", el("ul", { class: "plain warnings" }, el("li", {}, linked(`${d.error.file ? `${d.error.file}:${d.error.line}:${d.error.col}: ` : ""}${d.error.element ? `${d.error.element}: ` : ""}${d.error.message}`, deck))));
  if (d.warnings?.length) block(`Warnings (${d.warnings.length})`, el("ul", { class: "plain warnings" }, d.warnings.map(w => el("li", {}, linked(w, deck)))));
  const table = (heads, rows) => el("table", {}, el("thead", {}, el("tr", {}, heads.map(h => el("th", { class: h.n ? "n" : "" }, h.t ?? h)))), el("tbody", {}, rows.map(r => el("tr", {}, r.map((c, i) => el("td", { class: heads[i].n ? "n" : "" }, c))))));
  const n = t => ({ t, n: true });
  if (d.events?.length) {
    block(`Events (${d.events.length})`, table([n("time"), "element", "what", n("value")], d.events.slice(0, 500).map(e =>
      [el("button", { type: "button", class: "link", onclick: () => clock.set(e.time) }, format(e.time, 6)), e.element, (e.actions ?? []).join(", "), format(e.value)])));
  }
  if (d.analyses?.length) block("Analyses", table(["kind", n("from"), n("to"), "method", n("iterations"), "remark"], d.analyses.map(a => [a.kind, format(a.start), format(a.end), a.method ?? "", a.iterations ?? "", [a.unstable && "the equilibrium is unstable", a.relaxed && "found by motion"].filter(Boolean).join(", ")])));
  if (d.routines?.length) block("User subroutines", table(["element", "routine", "kind", n("calls"), n("time (s)"), n("share")], d.routines.map(r => [r.element, el("span", { title: r.file }, r.routine), r.kind, r.calls, format(r.time_s, 3), percent(r.share)])));
  if (d.redundant?.length) block("Redundant constraints", el("ul", { class: "plain" }, d.redundant.map(r => el("li", {}, r))), el("p", { class: "soft" }, d.reactions ?? ""));
  const gaps = (d.assembly ?? []).flatMap(a => a.gaps ?? []);
  if (gaps.length) block("Gaps before assembly", table(["joint", n("distance"), n("angle (rad)")], gaps.map(g => [g.element ?? g.joint ?? "", format(g.distance), format(g.angle)])));
}

/** Sizes and orders of the steps over time. */
function stepPlot(result, clock) {
  const s = result.steps, canvas = el("canvas", { tabindex: "0", role: "img" }), n = s.count.reduce((a, b) => a + b, 0), t = result.timeUnit;
  const plot = new Plot(canvas, { title: "size and order of steps", xLabel: `time (${t})`, onTime: x => { clock.pause(); clock.set(x); } });
  plot.timeUnit = t;
  const curve = (label, unit, y) => ({ label, unit, x: Float64Array.from(s.time), y: Float64Array.from(y), result: 0 });
  const log = list => list.map(v => Math.log10(v)), size = `log10 of size in ${t}`, alike = s.count.every(c => c === 1);
  const curves = [curve(alike ? "size" : "longest", size, log(s.greatest))];
  if (!alike) curves.push(curve("shortest", size, log(s.least)));
  if (s.order.some(o => o > 0)) curves.push(curve("order", "order", s.order.map(o => o > 0 ? o : NaN)));
  if (s.rejected.some(r => r > 0)) curves.push(curve("rejected", "rejected steps", s.rejected));
  const range = list => { let a = Infinity, b = -Infinity; for (const v of list) { a = Math.min(a, v); b = Math.max(b, v); } return !list.length ? "" : a === b ? format(a) : `${format(a)} to ${format(b)}`; };
  const words = `${n} steps of ${range([...s.least, ...s.greatest])} ${t}, order ${range(s.order.filter(o => o > 0)) || "unknown"}, ${s.rejected.reduce((a, b) => a + b, 0)} rejected`;
  canvas.setAttribute("aria-label", `Plot of the steps of the integrator over time: ${words}`);
  new ResizeObserver(() => plot.draw()).observe(canvas);
  plot.setCurves(curves);
  return el("figure", { class: "plot", style: "margin:0" }, canvas, legendOf(plot), el("figcaption", { class: "soft", style: "padding:0 10px 8px" },
    `${words}.${alike ? "" : " Of long runs several steps make one point."}`));
}

/** The gaps of joints in a pose: how far their markers are apart, where they should meet. */
export function jointGaps(scene, poses) {
  const meet = /REVOLUTE|SPHERICAL|UNIVERSAL|HOOKE|FIXED|ATPOINT|CONVEL/, all = [];
  for (const j of scene.joints) {
    if (j.kind === "MOTION" || !meet.test(j.type) || j.i < 0 || j.j < 0) continue;
    const at = m => place(poses, 7 * scene.markers[m].body, scene.markers[m].pos);
    all.push({ joint: j, gap: norm(sub(at(j.i), at(j.j))) });
  }
  return all.sort((a, b) => b.gap - a.gap);
}

/** x, 0 where it is rounding beside size. */
const clean = (x, size) => Math.abs(x) < 1e-10 * size ? 0 : x;

/** The table of eigenvalues; a row shows its mode in the scene. */
export class ModesPanel {
  constructor(panel, result, view) {
    Object.assign(this, { panel, result, view, phase: 0 });
    this.amplitude = el("input", { type: "range", min: 1, max: 100, value: 30, "aria-label": "Amplitude", oninput: () => this.scaleShape() });
    panel.append(el("div", { class: "bar", style: "display:flex;gap:8px;align-items:center;margin-bottom:8px" },
      this.holdButton = el("button", { type: "button", disabled: true, onclick: () => this.hold(this.held === undefined ? this.turns() : undefined) }, "Pause"),
      this.stopButton = el("button", { type: "button", disabled: true, onclick: () => this.stop() }, "Stop"), el("label", { style: "display:flex;gap:6px" }, "Amplitude ", this.amplitude)));
    const head = ["", "frequency", "damping", "real", "imaginary"].map(t => el("th", { class: t ? "n" : "" }, t));
    this.body = el("tbody", {}, result.modes.map((m, i) => el("tr", {}, el("td", {}, el("button", { type: "button", class: "link", "aria-label": `Show mode ${m.mode}`, onclick: () => this.start(i) }, `▶ ${m.mode}`)),
      [`${format(m.frequency_hz)} Hz`, m.frequency_hz > 0 ? `${format(clean(100 * m.damping_ratio, 100), 3)} %` : "–", `${format(clean(m.real_hz, Math.hypot(m.real_hz, m.imag_hz)))} Hz`, `${format(m.imag_hz)} Hz`].map(t => el("td", { class: "n" }, t)))));
    panel.append(el("table", {}, el("thead", {}, el("tr", {}, head)), this.body),
      el("p", { class: "soft" }, `Modes of the linear analysis at time ${format(result.modes[0].time)}. Modes that grow have a positive real part.`));
  }

  start(i) {
    if (!this.view || !this.result.modes[i].shape) return;
    this.at = i;
    [...this.body.children].forEach((r, k) => r.classList.toggle("on", k === i));
    this.stopButton.disabled = this.holdButton.disabled = false;
    this.scaleShape();
    this.began = performance.now();
    this.held = undefined;
    this.hold(undefined);
    speak(`Mode ${this.result.modes[i].mode}, ${format(this.result.modes[i].frequency_hz)} hertz`);
  }

  /** Shows the first mode that vibrates, or the first one that moves a body; at rest for who wants little motion on the screen. */
  startFirst() {
    const shown = this.result.modes.map((m, i) => [m, i]).filter(([m]) => m.shape), [, i] = shown.find(([m]) => m.imag_hz !== 0) ?? shown[0] ?? [];
    if (i === undefined) return;
    this.start(i);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.hold(0);
  }

  /** How many turns of the mode have passed: one takes two seconds. */
  turns() { return this.held ?? (performance.now() - this.began) / 2000; }

  /** Holds the mode after so many turns, or lets it go from there. */
  hold(turns) {
    if (turns === undefined && this.held !== undefined) this.began = performance.now() - 2000 * this.held;
    this.held = turns;
    this.holdButton.textContent = turns === undefined ? "Pause" : "Move";
  }

  stop() {
    this.at = undefined;
    [...this.body.children].forEach(r => r.classList.remove("on"));
    this.stopButton.disabled = this.holdButton.disabled = true;
    this.view.mode = null;
    this.onframe?.();
  }

  /** Scales the mode so that its largest displacement is a part of the size of the model. */
  scaleShape() {
    if (this.at === undefined) return;
    const m = this.result.modes[this.at], re = Float32Array.from(m.shape.re), im = Float32Array.from(m.shape.im), size = this.view.models[0].drawing.size;
    let most = 0;
    for (let k = 0; k < re.length; k++) most = Math.max(most, Math.hypot(re[k], im[k]) * (k % 6 < 3 ? 1 : 0.25 * size));
    const surfaces = this.result.drawing.flexible ?? [], parts = surfaces.map((f, i) => ["flexible_re", "flexible_im"].map(k => Float32Array.from(m.shape[k]?.[i] ?? new Array(f.count).fill(0))));
    let bent = 0;
    surfaces.forEach((f, i) => { const out = new Float32Array(f.points.length); bent = Math.max(bent, Math.hypot(...parts[i].map(q => displace(f, q, out)))); });
    most = Math.max(most, bent);
    const s = most > 0 ? this.amplitude.value / 100 * 0.4 * size / most : 0;
    this.flexible = parts.map(p => p.map(q => q.map(v => v * s)));
    this.bent = bent * s;
    this.re = re.map(v => v * s);
    this.im = im.map(v => v * s);
  }

  /** Sets the displacement of the moment. */
  tick() {
    if (this.at === undefined) return false;
    const a = this.turns() * 2 * Math.PI, c = Math.cos(a), s = Math.sin(a);
    this.view.mode = { shape: this.re.map((v, k) => v * c - this.im[k] * s), factor: 1, most: this.bent, flexible: this.flexible.map(([re, im]) => re.map((v, k) => v * c - im[k] * s)) };
    this.view.setTime(this.result.modes[this.at].time);
    return true;
  }
}

export const clearPicked = () => $("picked").replaceChildren();
