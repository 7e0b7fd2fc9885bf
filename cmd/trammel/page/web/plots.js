// The panel of plots: which curves stand together, the legend, the choice of columns, export.

import { $, dark, el, save, speak } from "trammel/dom";
import { format } from "trammel/math";
import { palette, Plot } from "trammel/plot";
import { difference, valueAt } from "trammel/series";

const most = 8; // plots that open by themselves

export class Plots {
  constructor(panel, results, clock, timeUnit) {
    Object.assign(this, { panel, results, clock, timeUnit, cards: [] });
    panel.append(el("div", { class: "bar" },
      el("button", { type: "button", id: "add-plot", onclick: () => this.choose(null) }, "Add a plot…")), this.list = el("div"));
    this.list.style.marginTop = "10px";
  }

  /** Opens the plots that suit the results: one for each request and unit, or the motion of some bodies. */
  async openFirst() {
    const groups = new Map(), columns = this.results[0].columns;
    if (!this.results[0].rows && !this.results[0].live) {
      this.list.append(el("p", { class: "soft" }, "These results have no rows: there is nothing to plot."));
      return;
    }
    if (this.results[0].plots) { for (const list of this.results[0].plots) await this.add(list); return; }
    columns.forEach((c, i) => {
      if (c.element.kind !== "REQUEST" || c.absent) return;
      const key = `${c.element.id} ${c.unit} ${c.quantity}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(i);
    });
    if (!groups.size) {
      columns.forEach((c, i) => {
        if (c.element.kind === "BODY" && "XYZ".includes(c.component)) {
          const key = `BODY ${c.element.id}`;
          if (!groups.has(key)) groups.set(key, []);
          groups.get(key).push(i);
        }
      });
    }
    if (!groups.size && columns.some(c => !c.absent)) groups.set("all", columns.map((_, i) => i).filter(i => !columns[i].absent).slice(0, 6));
    for (const list of [...groups.values()].slice(0, this.results[0].report ? 60 : most)) await this.add(list);
  }

  async add(columns, settings = {}) {
    const card = new Card(this, columns, settings);
    this.cards.push(card);
    this.list.append(card.node);
    await card.load();
    return card;
  }

  remove(card) {
    card.node.remove();
    this.cards = this.cards.filter(c => c !== card);
  }

  setTime(t) { for (const c of this.cards) c.setTime(t); }

  async reload() { for (const c of this.cards) await c.load(); }

  redraw() { for (const c of this.cards) { c.plot.draw(); c.legend(); } }

  /** The dialog for columns; card is null for a new plot. */
  choose(card) {
    const columns = this.results[0].columns, chosen = new Set(card?.columns), list = el("div", { class: "list", tabindex: "0" });
    const filter = el("input", { type: "search", placeholder: "Filter: request, body, unit…", "aria-label": "Filter of columns", style: "width:100%", oninput: () => show() });
    const versus = el("select", { "aria-label": "Horizontal axis" }, el("option", { value: -1 }, "time"),
      columns.map((c, i) => el("option", { value: i, selected: card?.versus === i }, columnLabel(c))));
    const show = () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean), groups = new Map();
      let n = 0;
      columns.forEach((c, i) => {
        const title = elementTitle(c), text = `${c.name} ${title} ${c.unit} ${c.quantity}`.toLowerCase();
        if (c.absent || !words.every(w => text.includes(w)) || ++n > 1200) return;
        if (!groups.has(title)) groups.set(title, []);
        groups.get(title).push(i);
      });
      list.replaceChildren(...[...groups].map(([title, members]) => el("fieldset", {}, el("legend", {}, title), members.map(i => {
        const c = columns[i];
        return el("label", {}, el("input", { type: "checkbox", value: i, checked: chosen.has(i), onchange: e => { if (e.target.checked) chosen.add(i); else chosen.delete(i); } }), `${c.component || c.name}${c.unit && c.unit !== "1" ? ` (${c.unit})` : ""}`);
      }))), n > 1200 ? el("p", { class: "soft" }, `${n - 1200} further columns: filter`) : "");
    };
    show();
    const dialog = el("dialog", { class: "chooser", "aria-label": "Columns of the plot" }, el("h2", {}, card ? "Columns of this plot" : "A new plot"), filter, list,
      el("p", {}, el("label", {}, "Horizontal axis ", versus)),
      el("div", { class: "actions" }, el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
        el("button", { type: "button", class: "ok", onclick: () => dialog.close("ok") }, "Plot")));
    document.body.append(dialog);
    dialog.onclose = async () => {
      dialog.remove();
      if (dialog.returnValue !== "ok" || !chosen.size) return;
      const wanted = [...chosen].sort((a, b) => a - b), over = Number(versus.value);
      if (card) { card.columns = wanted; card.versus = over; await card.load(); } else (await this.add(wanted, { versus: over })).node.scrollIntoView({ block: "nearest" });
    };
    dialog.showModal();
    filter.focus();
  }
}

/** What an element is called above its columns. */
export function elementTitle(c) {
  const e = c.element;
  if (!e.kind) return "Columns";
  const kind = { REQUEST: "Request", BODY: "Body", JOINT: "Joint", MOTION: "Motion", VARIABLE: "Variable", STATE: "State", SENSOR: "Sensor", POINT: "Point" }[e.kind] ?? e.kind;
  return `${kind} ${e.id}${e.label ? ` · ${e.label}` : ""}`;
}

/** A column in a few words. */
export const columnLabel = c => c.element.label ? `${c.name} ${c.element.label}` : c.name;

/** One plot with its legend and buttons. */
class Card {
  constructor(plots, columns, settings) {
    Object.assign(this, { plots, columns, versus: settings.versus ?? -1, hidden: new Set(), difference: false });
    const canvas = el("canvas", { tabindex: "0", role: "img" });
    this.plot = new Plot(canvas, { title: "", xLabel: `time (${plots.timeUnit})`, onTime: t => { plots.clock.pause(); plots.clock.set(t); }, onZoom: z => this.shareZoom(z) });
    this.plot.timeUnit = plots.timeUnit;
    this.plot.onRead = x => { this.read = x; this.readValues(); };
    canvas.addEventListener("keydown", e => this.key(e));
    new ResizeObserver(() => this.plot.draw()).observe(canvas);
    const button = (text, title, onclick, more = {}) => el("button", { type: "button", title, onclick, ...more }, text);
    this.node = el("figure", { class: "plot", style: "margin-left:0;margin-right:0" }, canvas, this.legendNode = el("div", { class: "legend" }),
      el("div", { class: "bar" }, button("Columns…", "Choose what is plotted", () => plots.choose(this)),
        this.fftButton = button("FFT", "Spectrum of what is shown", () => this.setFft(!this.plot.fft), { "aria-pressed": "false" }),
        plots.results.length > 1 ? this.differenceButton = button("B − A", "Difference of the results", () => { this.difference = !this.difference; this.differenceButton.setAttribute("aria-pressed", this.difference); this.load(); }, { "aria-pressed": "false" }) : null,
        button("All", "Show the whole range (double click)", () => this.plot.setZoom(null)),
        button("PNG", "Save as a picture", () => this.png()), button("SVG", "Save as SVG", () => save(`${this.name()}.svg`, this.plot.svg(), "image/svg+xml")),
        button("CSV", "Save the values", () => save(`${this.name()}.csv`, this.plot.csv(), "text/csv")), button("Close", "Close this plot", () => plots.remove(this))));
  }

  /** Loads the columns of all results and draws. */
  async load() {
    const curves = [], first = this.plots.results[0];
    for (const [r, result] of this.plots.results.entries()) {
      for (const [k, i] of this.columns.entries()) {
        const name = first.columns[i].name, at = r === 0 ? i : result.find(name);
        if (at < 0) continue;
        const { x, y } = await result.column(at), c = result.columns[at];
        let over = { x, y };
        if (this.versus >= 0) {
          const v = result.find(first.columns[this.versus].name);
          if (v < 0) continue;
          over = { x: (await result.column(v)).y, y, t: x };
        }
        curves.push({ ...over, label: this.plots.results.length > 1 ? `${columnLabel(c)} (${result.name})` : columnLabel(c), unit: c.unit === "1" ? "" : c.unit, color: k, result: r, name });
      }
    }
    const shown = this.difference ? this.differences(curves) : curves;
    for (const c of shown) c.hidden = this.hidden.has(c.label);
    this.plot.title = this.title();
    this.plot.overTime = this.versus < 0;
    const v = first.columns[this.versus];
    this.plot.xLabel = v ? `${columnLabel(v)}${v.unit && v.unit !== "1" ? ` (${v.unit})` : ""}` : `time (${this.plots.timeUnit})`;
    this.plot.setCurves(shown);
    this.plot.canvas.setAttribute("aria-label", `Plot of ${shown.map(c => c.label).join(", ")} over ${this.plot.xLabel}. Plus and minus zoom, arrows move, 0 shows all.`);
    this.legend();
    this.setTime(this.plots.clock.time);
  }

  differences(curves) {
    const out = [];
    for (const a of curves.filter(c => c.result === 0)) for (const b of curves.filter(c => c.result > 0 && c.name === a.name)) {
      out.push({ ...b, ...difference(b, a), label: `${a.name}: ${this.plots.results[b.result].name} − ${this.plots.results[0].name}` });
    }
    return out;
  }

  title() {
    const c = this.columns.map(i => this.plots.results[0].columns[i]), titles = new Set(c.map(elementTitle));
    const quantity = new Set(c.map(x => x.quantity));
    const base = titles.size === 1 ? [...titles][0] : `${c.length} columns`;
    return `${base}${quantity.size === 1 && c[0]?.quantity ? `: ${c[0].quantity}` : ""}${this.difference ? ", difference" : ""}`;
  }

  name() { return this.title().replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").toLowerCase() || "plot"; }

  legend() {
    this.values = [];
    this.legendNode.replaceChildren(...this.plot.curves.map(c => {
      const swatch = swatchOf(c), value = el("output", {});
      this.values.push([c, value]);
      return el("label", {}, el("input", { type: "checkbox", checked: !c.hidden, onchange: e => {
        c.hidden = !e.target.checked;
        if (c.hidden) this.hidden.add(c.label); else this.hidden.delete(c.label);
        this.plot.spectra = null;
        this.plot.draw();
      } }), swatch, shortLabel(c, this), value);
    }));
  }

  setTime(t) {
    this.plot.setTime(t);
    this.readValues();
  }

  /** Shows the values of the curves at the pointer, or at the time of the scene. */
  readValues() {
    if (this.plot.fft || this.versus >= 0) { for (const [, out] of this.values ?? []) out.textContent = ""; return; }
    const t = this.read ?? this.plots.clock.time;
    for (const [c, out] of this.values ?? []) { const v = valueAt(c, t); out.textContent = Number.isFinite(v) ? format(v) : ""; }
  }

  setFft(on) {
    this.plot.setFft(on);
    this.fftButton.setAttribute("aria-pressed", on);
    this.readValues();
  }

  /** Plots over time zoom together. */
  shareZoom(z) {
    if (this.plot.fft || this.versus >= 0) return;
    for (const c of this.plots.cards) if (c !== this && !c.plot.fft && c.versus < 0) { c.plot.zoom = z ? { x: z.x } : null; c.plot.draw(); }
  }

  key(e) {
    const act = { "+": [0.7, 0], "=": [0.7, 0], "-": [1 / 0.7, 0], ArrowLeft: [1, -0.15], ArrowRight: [1, 0.15] }[e.key];
    if (act) this.plot.nudge(...act);
    else if (e.key === "0") this.plot.setZoom(null);
    else return;
    e.preventDefault();
    e.stopPropagation();
    const [a, b] = this.plot.ranges().x;
    speak(`${format(a)} to ${format(b)}`);
  }

  png() {
    const image = new Image();
    image.onload = () => {
      const c = el("canvas", { width: 1600, height: 840 });
      c.getContext("2d").drawImage(image, 0, 0, 1600, 840);
      c.toBlob(b => save(`${this.name()}.png`, b), "image/png");
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.plot.svg())}`;
  }
}

/** A short line as a curve is drawn. */
function swatchOf(c) {
  const colors = palette(dark()), svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), l = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [k, v] of Object.entries({ x1: 0, x2: 26, y1: 4, y2: 4, stroke: colors[c.color % colors.length], "stroke-width": 2.4, "stroke-dasharray": c.dash.join(" ") })) l.setAttribute(k, v);
  svg.append(l);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** The names of all curves of a plot that is no card. */
export const legendOf = plot => el("div", { class: "legend" }, plot.curves.map(c => el("label", {}, swatchOf(c), c.label)));

/** The label of a curve in the legend: its component where the title names the element. */
function shortLabel(c, card) {
  const columns = card.columns.map(i => card.plots.results[0].columns[i]), one = new Set(columns.map(elementTitle)).size === 1;
  const column = columns.find(x => x.name === c.name), text = one && column?.component && !card.difference ? column.component : c.name;
  return card.difference ? c.label : card.plots.results.length > 1 ? `${text} (${card.plots.results[c.result].name})` : text;
}

export const focusPlots = () => $("add-plot").focus();
