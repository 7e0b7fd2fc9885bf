// A plot: curves over time or over another column, with up to three axes by unit, zoom by drag, a cursor at the time of the scene.

import { format } from "trammel/math";
import { CanvasPen, SvgPen } from "trammel/pen";
import { decimate, lower, rising, spectrum, ticks, valueAt, Levels } from "trammel/series";

const light = ["#2f6db5", "#c8641b", "#2c8f6f", "#b83a4b", "#7a4fa3", "#8a6d1a", "#4b5563", "#c2388f"];
const dark = ["#6ea8e8", "#f0985a", "#5fc7a3", "#ef7f8d", "#b793e0", "#d9bd5a", "#a9b4c4", "#ee7cc0"];
const dashes = [[], [7, 3], [2, 3], [8, 3, 2, 3]];

export class Plot {
  /** curves: { label, unit, x, y, result }. */
  constructor(canvas, { title, xLabel, onTime, onZoom }) {
    Object.assign(this, { canvas, title, xLabel, onTime, onZoom, curves: [], zoom: null, time: null, pointer: null, fft: false, log: false });
    this.listen();
  }

  setCurves(curves) {
    this.curves = curves.map((c, i) => prepare(c, i));
    this.spectra = null;
    this.draw();
  }

  get shown() {
    if (!this.fft) return this.curves;
    return this.spectra ??= this.curves.filter(c => c.rising).map((c, i) => {
      const [a, b] = this.timeZoom ?? [c.x[0], c.x.at(-1)];
      return prepare({ ...c, ...spectrum(c, a, b), hidden: c.hidden, spectrum: true }, i);
    });
  }

  setFft(on) {
    this.timeZoom = on ? this.zoom?.x : null;
    this.fft = on;
    this.zoom = null;
    this.spectra = null;
    this.draw();
  }

  setTime(t) { this.time = t; this.draw(); }

  /** Draws on the canvas, later, once for many calls. */
  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.drawNow(); });
  }

  drawNow() {
    const c = this.canvas, w = c.clientWidth, h = c.clientHeight;
    if (!w || !h) return;
    const ratio = window.devicePixelRatio || 1;
    if (c.width !== Math.round(w * ratio) || c.height !== Math.round(h * ratio)) { c.width = Math.round(w * ratio); c.height = Math.round(h * ratio); }
    const style = getComputedStyle(c), isDark = style.getPropertyValue("--dark").trim() === "1";
    this.render(new CanvasPen(c.getContext("2d"), ratio), w, h, { ink: style.getPropertyValue("--ink"), soft: style.getPropertyValue("--soft"), line: style.getPropertyValue("--line"), ground: style.getPropertyValue("--panel"), palette: isDark ? dark : light }, true);
  }

  /** The plot as a text of SVG, on white. */
  svg() {
    const w = 800, h = 420, pen = new SvgPen(w, h), curves = this.shown.filter(c => !c.hidden);
    this.render(pen, w, h, { ink: "#1c2430", soft: "#5b6675", line: "#d8dee6", ground: "#ffffff", palette: light }, false);
    curves.forEach((c, i) => {
      const y = 34 + 15 * i;
      pen.line([this.box.x + 12, y, this.box.x + 36, y], light[c.color % light.length], 1.6, c.dash);
      pen.text(this.box.x + 42, y, c.label, "#1c2430", { size: 11 });
    });
    return pen.toString();
  }

  /** Rows of the curves shown, as comma-separated values. */
  csv() {
    const curves = this.shown.filter(c => !c.hidden && c.x.length), quote = t => /[",\n]/.test(t) ? `"${t.replaceAll('"', '""')}"` : t;
    const same = curves.every(c => c.x === curves[0].x);
    const head = same ? [this.fft ? "frequency" : this.xLabel, ...curves.map(c => c.label)] : curves.flatMap(c => [this.fft ? "frequency" : this.xLabel, c.label]);
    const rows = Math.max(0, ...curves.map(c => c.x.length)), lines = [head.map(quote).join(",")];
    for (let i = 0; i < rows; i++) lines.push((same ? [curves[0].x[i], ...curves.map(c => c.y[i])] : curves.flatMap(c => [c.x[i] ?? "", c.y[i] ?? ""])).join(","));
    return lines.join("\n") + "\n";
  }

  /** Range of x, and of y by unit, of what is shown. */
  ranges() {
    const curves = this.shown.filter(c => !c.hidden && c.x.length);
    let [x0, x1] = this.zoom?.x ?? curves.reduce(([a, b], c) => [Math.min(a, c.low), Math.max(b, c.high)], [Infinity, -Infinity]);
    if (!(x0 <= x1)) [x0, x1] = [0, 1];
    if (x0 === x1) [x0, x1] = [x0 - 0.5, x1 + 0.5];
    const units = new Map();
    for (const c of curves) {
      const a = c.rising ? Math.max(lower(c.x, x0) - 1, 0) : 0, b = c.rising ? Math.min(lower(c.x, x1) + 1, c.x.length) : c.x.length;
      const [l, h] = c.levels.range(a, b), u = units.get(c.unit) ?? [Infinity, -Infinity];
      units.set(c.unit, [Math.min(u[0], l), Math.max(u[1], h)]);
    }
    const axes = [...units].slice(0, 3).map(([unit, [l, h]]) => {
      if (!(l <= h)) [l, h] = [0, 1];
      const pad = h > l ? 0.06 * (h - l) : Math.abs(h) * 0.1 || 1;
      return { unit, low: l - pad, high: h + pad };
    });
    for (const a of axes) [a.low, a.high] = this.zoom?.y?.get(a.unit) ?? [a.low, a.high];
    return { x: [x0, x1], axes: axes.length ? axes : [{ unit: "", low: 0, high: 1 }] };
  }

  render(pen, w, h, t, live) {
    const { x, axes } = this.ranges();
    const right = Math.max(14, 56 * (axes.length - 1)), box = this.box = { x: 60, y: 24, w: w - 60 - right, h: h - 62, x0: x[0], x1: x[1] };
    if (box.w < 20 || box.h < 20) return;
    const toX = v => box.x + (v - x[0]) / (x[1] - x[0]) * box.w, scaleY = a => v => box.y + box.h - (v - a.low) / (a.high - a.low) * box.h;
    pen.clear(w, h, t.ground);
    pen.text(box.x, 11, this.fft ? `${this.title}: spectrum` : this.title, t.ink, { size: 12.5, bold: true });
    for (const v of ticks(x[0], x[1], box.w / 90)) {
      pen.line([toX(v), box.y, toX(v), box.y + box.h], t.line);
      pen.text(toX(v), box.y + box.h + 11, format(v, 6), t.soft, { size: 11, anchor: "middle" });
    }
    pen.text(box.x + box.w / 2, h - 10, this.fft ? `frequency (1/${this.timeUnit ?? "s"})` : this.xLabel, t.soft, { size: 11, anchor: "middle" });
    axes.forEach((a, i) => {
      const at = i === 0 ? box.x : box.x + box.w + 56 * (i - 1), toY = scaleY(a);
      for (const v of ticks(a.low, a.high, box.h / 42)) {
        if (i === 0) pen.line([box.x, toY(v), box.x + box.w, toY(v)], t.line);
        pen.text(i === 0 ? at - 6 : at + 6, toY(v), format(v, 6), t.soft, { size: 11, anchor: i === 0 ? "end" : "start" });
      }
      pen.text(i === 0 ? 11 : at + 47, box.y + box.h / 2, a.unit, t.soft, { size: 11, anchor: "middle", turn: -Math.PI / 2 });
      pen.line([at, box.y, at, box.y + box.h], t.soft);
    });
    pen.line([box.x, box.y + box.h, box.x + box.w, box.y + box.h], t.soft);
    pen.clip(box.x, box.y, box.w, box.h, () => {
      for (const c of this.shown) {
        const axis = axes.find(a => a.unit === c.unit);
        if (!c.hidden && axis && c.x.length) pen.line(decimate(c, x[0], x[1], Math.ceil(box.w), toX, scaleY(axis)), t.palette[c.color % t.palette.length], 1.6, c.dash);
      }
      if (live) this.renderCursor(pen, t, box, axes, toX, scaleY);
    });
    this.toData = px => x[0] + (px - box.x) / box.w * (x[1] - x[0]);
  }

  renderCursor(pen, t, box, axes, toX, scaleY) {
    if (this.time !== null && !this.fft && this.overTime !== false) {
      pen.line([toX(this.time), box.y, toX(this.time), box.y + box.h], "#d97706", 1.4);
      for (const c of this.shown) {
        const axis = axes.find(a => a.unit === c.unit), v = valueAt(c, this.time);
        if (!c.hidden && axis && Number.isFinite(v)) pen.dot(toX(this.time), scaleY(axis)(v), 3.2, t.palette[c.color % t.palette.length]);
      }
    } else if (this.overTime === false && this.time !== null) {
      for (const c of this.shown) {
        const axis = axes.find(a => a.unit === c.unit), i = c.t ? Math.min(lower(c.t, this.time), c.x.length - 1) : -1;
        if (i >= 0 && axis && !c.hidden) pen.dot(toX(c.x[i]), scaleY(axis)(c.y[i]), 4, "#d97706");
      }
    }
    const d = this.drag;
    if (d && Math.abs(d.x1 - d.x0) > 3) pen.rect(Math.min(d.x0, d.x1), d.tall ? Math.min(d.y0, d.y1) : box.y, Math.abs(d.x1 - d.x0), d.tall ? Math.abs(d.y1 - d.y0) : box.h, "rgba(217,119,6,0.18)");
  }

  listen() {
    const c = this.canvas, at = e => { const r = c.getBoundingClientRect(); return [e.clientX - r.left, e.clientY - r.top]; };
    c.addEventListener("pointerdown", e => { const [x, y] = at(e); this.drag = { x0: x, y0: y, x1: x, y1: y }; c.setPointerCapture(e.pointerId); });
    c.addEventListener("pointermove", e => {
      const [x, y] = at(e);
      this.onRead?.(this.toData && x >= this.box?.x ? this.toData(x) : null);
      if (!this.drag) return;
      Object.assign(this.drag, { x1: x, y1: y, tall: Math.abs(y - this.drag.y0) > 25 });
      this.draw();
    });
    c.addEventListener("pointerleave", () => this.onRead?.(null));
    c.addEventListener("pointerup", e => {
      const d = this.drag, box = this.box;
      this.drag = null;
      if (!d || !this.toData) return;
      if (Math.abs(d.x1 - d.x0) < 4) { if (!this.fft && this.overTime !== false) this.onTime?.(this.toData(at(e)[0])); this.draw(); return; }
      const x = [this.toData(Math.min(d.x0, d.x1)), this.toData(Math.max(d.x0, d.x1))];
      const value = (a, y) => a.low + (a.high - a.low) * Math.min(Math.max(1 - (y - box.y) / box.h, 0), 1);
      const y = new Map(this.ranges().axes.map(a => [a.unit, [value(a, Math.max(d.y0, d.y1)), value(a, Math.min(d.y0, d.y1))]]));
      this.setZoom({ x, y: d.tall ? y : this.zoom?.y });
    });
    c.addEventListener("dblclick", () => this.setZoom(null));
  }

  setZoom(z) { this.zoom = z; this.draw(); this.onZoom?.(z); }

  /** A zoom by a factor about the middle, and a shift in parts of the width: for the keyboard. */
  nudge(factor, shift) {
    const [a, b] = this.ranges().x, m = (a + b) / 2 + shift * (b - a), half = (b - a) / 2 * factor;
    this.setZoom({ ...this.zoom, x: [m - half, m + half] });
  }
}

function prepare(c, i) {
  const up = rising(c.x);
  let low = c.x[0], high = c.x.at(-1);
  if (!up) { low = Infinity; high = -Infinity; for (const v of c.x) { if (v < low) low = v; if (v > high) high = v; } }
  const color = c.color ?? i;
  if (c.spectrum) high = lastOf(c, high);
  return { ...c, color, rising: up, low, high, levels: new Levels(c.y), dash: c.dash ?? dashes[Math.floor(color / light.length + (c.result ?? 0)) % dashes.length] };
}

/** The frequency up to which a spectrum has amplitudes that are seen. */
function lastOf({ x, y }, high) {
  let most = 0, last = 0;
  for (const v of y) if (v > most) most = v;
  for (let i = 0; i < y.length; i++) if (y[i] > 2e-3 * most) last = i;
  return Math.min(high, 1.3 * x[last] || high);
}

export const palette = isDark => isDark ? dark : light;
