// Runs of a study as points of a plane, colored by their status.

import { format } from "trammel/math";
import { CanvasPen } from "trammel/pen";
import { ticks } from "trammel/series";

/** Values of the status of a run, as the server has them. */
export const MISSING = 0, OK = 1, FAILED = 2;

const margin = { left: 66, right: 16, top: 14, bottom: 44 };
const reach = 14; // px, within which a point is picked
const many = 20000; // points, from which on they are small squares

export class Scatter {
  /** axes: { name, texts, values } of x and y; status: a byte a run. Runs are counted from 1. */
  constructor(canvas, { onPick, onPoint, onZoom }) {
    Object.assign(this, { canvas, onPick, onPoint, onZoom, x: null, y: null, status: new Uint8Array(0), picked: 0, zoom: null });
    this.listen();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  set(x, y, status) {
    if (x.name !== this.x?.name || y.name !== this.y?.name) this.setZoom(null);
    Object.assign(this, { x, y, status });
    this.draw();
  }

  pick(run) { this.picked = run; this.draw(); }

  setZoom(z) { this.zoom = z; this.onZoom?.(z); this.draw(); }

  /** Draws later, once for many calls. */
  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.drawNow(); });
  }

  drawNow() {
    const c = this.canvas, w = c.clientWidth, h = c.clientHeight, ratio = devicePixelRatio || 1;
    if (!w || !h || !this.x) return;
    if (c.width !== Math.round(w * ratio) || c.height !== Math.round(h * ratio)) { c.width = Math.round(w * ratio); c.height = Math.round(h * ratio); }
    const style = getComputedStyle(c), color = name => style.getPropertyValue(name).trim();
    const t = this.colors = { ink: color("--ink"), soft: color("--soft"), line: color("--line"), ground: color("--panel"), ok: color("--accent"), bad: color("--bad"), picked: "#d97706" };
    const pen = new CanvasPen(c.getContext("2d"), ratio);
    this.box = { x: margin.left, y: margin.top, w: w - margin.left - margin.right, h: h - margin.top - margin.bottom };
    if (this.box.w < 20 || this.box.h < 20) return;
    pen.clear(w, h, t.ground);
    this.scales();
    this.drawAxes(pen, t, h);
    pen.clip(this.box.x - 6, this.box.y - 6, this.box.w + 12, this.box.h + 12, () => this.drawPoints(pen, t));
    const d = this.drag;
    if (d && Math.hypot(d.x1 - d.x0, d.y1 - d.y0) > 4) pen.rect(Math.min(d.x0, d.x1), Math.min(d.y0, d.y1), Math.abs(d.x1 - d.x0), Math.abs(d.y1 - d.y0), "rgba(217,119,6,0.18)");
  }

  /** Sets the ranges of the axes and the scales from values to pixels. */
  scales() {
    const b = this.box, [x0, x1] = this.xRange = this.zoom?.x ?? range(this.x), [y0, y1] = this.yRange = this.zoom?.y ?? range(this.y);
    this.toX = v => b.x + (v - x0) / (x1 - x0) * b.w;
    this.toY = v => b.y + b.h - (v - y0) / (y1 - y0) * b.h;
  }

  drawAxes(pen, t, h) {
    const b = this.box;
    for (const [v, text] of marks(this.x, this.xRange, b.w / 80)) {
      pen.line([this.toX(v), b.y, this.toX(v), b.y + b.h], t.line);
      pen.text(this.toX(v), b.y + b.h + 12, text, t.soft, { size: 11, anchor: "middle" });
    }
    for (const [v, text] of marks(this.y, this.yRange, b.h / 42)) {
      pen.line([b.x, this.toY(v), b.x + b.w, this.toY(v)], t.line);
      pen.text(b.x - 6, this.toY(v), text, t.soft, { size: 11, anchor: "end" });
    }
    pen.line([b.x, b.y, b.x, b.y + b.h, b.x + b.w, b.y + b.h], t.soft);
    pen.text(b.x + b.w / 2, h - 12, this.x.name, t.ink, { size: 12, anchor: "middle" });
    pen.text(12, b.y + b.h / 2, this.y.name, t.ink, { size: 12, anchor: "middle", turn: -Math.PI / 2 });
  }

  /** The pixels of a run, or null where it has no point. A failed run that lacks one of both values is at the edge of the plane. */
  position(i) {
    const x = this.x.values[i], y = this.y.values[i], b = this.box;
    if (Number.isFinite(x) && Number.isFinite(y)) return [this.toX(x), this.toY(y)];
    if (this.status[i] !== FAILED) return null;
    if (Number.isFinite(x)) return [this.toX(x), b.y + b.h];
    return Number.isFinite(y) ? [b.x, this.toY(y)] : null;
  }

  drawPoints(pen, t) {
    const n = this.status.length, small = n > many;
    for (const status of [MISSING, OK, FAILED]) {
      for (let i = 0; i < n; i++) {
        if (this.status[i] !== status) continue;
        const p = this.position(i);
        if (!p) continue;
        if (status === FAILED) cross(pen, p, small ? 2 : 4, t.bad);
        else if (small) pen.rect(p[0] - 1, p[1] - 1, 2, 2, status === OK ? t.ok : t.line);
        else pen.dot(p[0], p[1], status === OK ? 3.2 : 2, status === OK ? t.ok : t.soft);
      }
    }
    const p = this.picked && this.position(this.picked - 1);
    if (!p) return;
    pen.dot(p[0], p[1], 6.5, t.picked);
    pen.dot(p[0], p[1], 3.2, this.status[this.picked - 1] === FAILED ? t.bad : t.ok);
  }

  /** The run whose point is nearest to a pixel, 0 if none is near. */
  nearest(x, y) {
    let best = reach * reach, run = 0;
    if (!this.toX) return 0;
    for (let i = 0; i < this.status.length; i++) {
      const p = this.position(i);
      if (!p) continue;
      const d = (p[0] - x) ** 2 + (p[1] - y) ** 2;
      if (d < best) { best = d; run = i + 1; }
    }
    return run;
  }

  listen() {
    const c = this.canvas, at = e => { const r = c.getBoundingClientRect(); return [e.clientX - r.left, e.clientY - r.top]; };
    c.addEventListener("pointerdown", e => { const [x, y] = at(e); this.drag = { x0: x, y0: y, x1: x, y1: y }; c.setPointerCapture(e.pointerId); });
    c.addEventListener("pointermove", e => {
      const [x, y] = at(e);
      if (this.drag) { Object.assign(this.drag, { x1: x, y1: y }); this.draw(); } else this.onPoint?.(this.nearest(x, y), x, y);
    });
    c.addEventListener("pointerleave", () => this.onPoint?.(0));
    c.addEventListener("pointerup", e => {
      const d = this.drag;
      this.drag = null;
      if (!d || !this.toX) return;
      if (Math.hypot(d.x1 - d.x0, d.y1 - d.y0) <= 4) {
        const run = this.nearest(...at(e));
        if (run) this.onPick?.(run);
        return;
      }
      const b = this.box, between = (v, low, length, [from, to]) => from + (to - from) * Math.min(Math.max((v - low) / length, 0), 1);
      const x = [d.x0, d.x1].map(v => between(v, b.x, b.w, this.xRange)).sort((p, q) => p - q);
      const y = [d.y0, d.y1].map(v => between(b.y + b.h - v, 0, b.h, this.yRange)).sort((p, q) => p - q);
      if (x[1] > x[0] && y[1] > y[0]) this.setZoom({ x, y }); else this.draw();
    });
    c.addEventListener("dblclick", () => this.setZoom(null));
  }
}

function cross(pen, [x, y], r, color) {
  pen.line([x - r, y - r, x + r, y + r], color, 1.6);
  pen.line([x - r, y + r, x + r, y - r], color, 1.6);
}

/** The range of the values of an axis, wider by a little. */
function range({ values, texts }) {
  if (texts) return [-0.5, texts.length - 0.5];
  let low = Infinity, high = -Infinity;
  for (const v of values) if (Number.isFinite(v)) { if (v < low) low = v; if (v > high) high = v; }
  if (!(low <= high)) return [0, 1];
  const pad = high > low ? 0.05 * (high - low) : Math.abs(high) * 0.1 || 1;
  return [low - pad, high + pad];
}

/** Values that are marked on an axis, with their texts. */
function marks({ texts }, [low, high], n) {
  if (!texts) return ticks(low, high, n).map(v => [v, format(v, 6)]);
  const by = Math.max(1, Math.ceil(texts.length / n));
  return texts.map((t, i) => [i, t.length > 12 ? `${t.slice(0, 11)}…` : t]).filter(([i]) => i % by === 0 && i >= low && i <= high);
}
