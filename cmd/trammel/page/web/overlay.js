// Over the scene: axes and gravity in a corner, and the choice of a section.

import { el, speak } from "trammel/dom";
import { dot, format, norm, scale } from "trammel/math";

const svg = (tag, attributes) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  return e;
};

/** The global axes and the direction of gravity as the camera sees them. */
export class Compass {
  constructor(node, scene) {
    this.node = node;
    const size = norm(scene.gravity), { length, time } = scene.units;
    this.arrows = [["x", [1, 0, 0], "#c8323c"], ["y", [0, 1, 0], "#3c8c3c"], ["z", [0, 0, 1], "#3c64c8"]].map(([name, axis, color]) => this.arrow(name, axis, color, 26));
    if (size > 0) this.arrows.push(this.arrow("g", scale(scene.gravity, 1 / size), "currentColor", 34));
    const text = size > 0 ? `gravity g ${format(size)} ${length}/${time}² along ${scene.gravity.map(v => format(v / size, 3)).join(", ")}` : "no gravity";
    node.setAttribute("aria-label", `Global axes x, y, z; ${text}`);
    node.append(Object.assign(svg("title", {}), { textContent: text }));
  }

  arrow(name, axis, color, length) {
    const line = svg("line", { x1: 0, y1: 0, stroke: color, "stroke-width": name === "g" ? 3 : 2 }), head = svg("path", { fill: color }), text = svg("text", { fill: color, "font-size": 11, "text-anchor": "middle", dy: "0.35em" });
    text.textContent = name;
    const group = svg("g", {});
    group.append(line, head, text);
    this.node.append(group);
    return { axis, length, line, head, text, group };
  }

  draw(camera, shown) {
    this.node.style.display = shown ? "" : "none";
    const { right, up, back } = camera.axes(), key = [...right, ...up].join();
    if (!shown || key === this.drawn) return;
    this.drawn = key;
    for (const a of this.arrows) {
      const x = a.length * dot(a.axis, right), y = -a.length * dot(a.axis, up), l = Math.hypot(x, y), u = l > 0 ? [x / l, y / l] : [0, 0], w = Math.min(3, l / 3);
      a.line.setAttribute("x2", x.toFixed(1));
      a.line.setAttribute("y2", y.toFixed(1));
      a.head.setAttribute("d", `M${[x + 2 * w * u[0], y + 2 * w * u[1]]}L${[x - w * u[1], y + w * u[0]]}L${[x + w * u[1], y - w * u[0]]}Z`);
      a.text.setAttribute("x", (x + 11 * u[0]).toFixed(1));
      a.text.setAttribute("y", (y + 11 * u[1]).toFixed(1));
      a.group.setAttribute("opacity", (0.75 + 0.25 * dot(a.axis, back)).toFixed(2));
    }
  }
}

const sections = ["none", "across x", "across y", "across z"];

/** The controls of a section: across which axis, where, and which side is left. */
export class SectionChoice {
  constructor(view, unit, parent) {
    Object.assign(this, { view, unit });
    this.axis = el("select", { onchange: () => this.choose() }, sections.map((s, i) => el("option", { value: i - 1 }, s)));
    this.at = el("input", { type: "range", min: 0, max: 1, step: 0.005, value: 0.5, disabled: true, style: "width:90px;margin-left:auto", "aria-label": "Position of the section", oninput: () => this.set() });
    this.flip = el("input", { type: "checkbox", disabled: true, onchange: () => this.set() });
    parent.append(el("label", {}, "Section", this.axis, this.at), el("label", {}, this.flip, "Other side of the section"));
  }

  /** Takes an axis: the side towards the camera is cut away. */
  choose() {
    const axis = Number(this.axis.value);
    if (axis >= 0) this.flip.checked = this.view.camera.axes().back[axis] < 0;
    this.set();
  }

  set() {
    const axis = Number(this.axis.value), v = this.view;
    v.section = axis < 0 ? null : { axis, at: Number(this.at.value), flip: this.flip.checked };
    this.at.disabled = this.flip.disabled = axis < 0;
    if (v.section) this.at.setAttribute("aria-valuetext", `${"xyz"[axis]} = ${format(v.sectionAt)} ${this.unit}`);
    v.dirty = true;
  }

  /** Takes the next axis, or none. */
  next() {
    this.axis.selectedIndex = (this.axis.selectedIndex + 1) % sections.length;
    this.choose();
    speak(`Section ${sections[this.axis.selectedIndex]}${this.view.section ? `, ${this.at.getAttribute("aria-valuetext")}` : ""}`);
  }
}
