// Two surfaces with one set of strokes: a canvas, and a text of SVG for export.

export class CanvasPen {
  constructor(context, ratio) {
    this.c = context;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.lineJoin = "round";
  }
  clear(w, h, color) { this.c.clearRect(0, 0, w, h); if (color) this.rect(0, 0, w, h, color); }
  rect(x, y, w, h, fill) { this.c.fillStyle = fill; this.c.fillRect(x, y, w, h); }
  /** A line through points x0, y0, x1, y1, ...; NaN lifts the pen. */
  line(points, color, width = 1, dash = []) {
    const c = this.c;
    c.strokeStyle = color; c.lineWidth = width; c.setLineDash(dash);
    c.beginPath();
    let down = false;
    for (let i = 0; i + 1 < points.length; i += 2) {
      const x = points[i], y = points[i + 1];
      if (!Number.isFinite(x + y)) { down = false; continue; }
      if (down) c.lineTo(x, y); else c.moveTo(x, y);
      down = true;
    }
    c.stroke();
    c.setLineDash([]);
  }
  dot(x, y, r, fill) { this.c.fillStyle = fill; this.c.beginPath(); this.c.arc(x, y, r, 0, 7); this.c.fill(); }
  text(x, y, text, color, { size = 12, anchor = "start", turn = 0, bold = false } = {}) {
    const c = this.c;
    c.save();
    c.translate(x, y);
    c.rotate(turn);
    c.font = `${bold ? "600 " : ""}${size}px system-ui, sans-serif`;
    c.textAlign = anchor === "middle" ? "center" : anchor;
    c.textBaseline = "middle";
    c.fillStyle = color;
    c.fillText(text, 0, 0);
    c.restore();
  }
  clip(x, y, w, h, draw) { const c = this.c; c.save(); c.beginPath(); c.rect(x, y, w, h); c.clip(); draw(); c.restore(); }
}

const escape = t => String(t).replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const short = x => Number(x.toFixed(2));

export class SvgPen {
  constructor(w, h) { this.out = []; this.w = w; this.h = h; this.clips = 0; }
  clear(w, h, color) { if (color) this.rect(0, 0, w, h, color); }
  rect(x, y, w, h, fill) { this.out.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="${fill}"/>`); }
  line(points, color, width = 1, dash = []) {
    let d = "", down = false;
    for (let i = 0; i + 1 < points.length; i += 2) {
      if (!Number.isFinite(points[i] + points[i + 1])) { down = false; continue; }
      d += `${down ? "L" : "M"}${short(points[i])} ${short(points[i + 1])}`;
      down = true;
    }
    if (d) this.out.push(`<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"${dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : ""}/>`);
  }
  dot(x, y, r, fill) { this.out.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${r}" fill="${fill}"/>`); }
  text(x, y, text, color, { size = 12, anchor = "start", turn = 0, bold = false } = {}) {
    const t = turn ? ` transform="rotate(${short(turn * 180 / Math.PI)} ${short(x)} ${short(y)})"` : "";
    this.out.push(`<text x="${short(x)}" y="${short(y)}" dy="0.35em" font-size="${size}"${bold ? ' font-weight="600"' : ""} text-anchor="${anchor}" fill="${color}"${t}>${escape(text)}</text>`);
  }
  clip(x, y, w, h, draw) {
    const id = `c${this.clips++}`;
    this.out.push(`<clipPath id="${id}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath><g clip-path="url(#${id})">`);
    draw();
    this.out.push("</g>");
  }
  toString() { return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.w}" height="${this.h}" viewBox="0 0 ${this.w} ${this.h}" font-family="system-ui, sans-serif">${this.out.join("\n")}</svg>\n`; }
}
