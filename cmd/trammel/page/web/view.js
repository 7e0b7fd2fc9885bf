// The scene: batches of the results in one canvas, the camera, picking, arrows of forces and traces of points.

import { Camera } from "trammel/camera";
import { floats, indices } from "trammel/data";
import { Surface, largestDisplacement, loadSurfaces } from "trammel/flexible";
import { Graphics } from "trammel/gl";
import { Motion } from "trammel/motion";
import { add, cross, dot, norm, place, rotate, scale, sub } from "trammel/math";

const tints = [[1, 1, 1], [0.95, 0.45, 0.1], [0.1, 0.6, 0.9], [0.5, 0.8, 0.2]]; // of the second result and further ones

export class View {
  constructor(canvas, results, motions) {
    this.graphics = new Graphics(canvas);
    this.canvas = canvas;
    this.hidden = new Set(["ellipsoids", "frames", "arrows", "contacts"]);
    this.selected = this.hovered = 0;
    this.forceScale = 1;
    this.deformation = 1; // factor of the displacements of flexible bodies
    this.section = null; // a plane that cuts the model: axis 0 to 2, height from 0 to 1 of the model, whether the side below is cut away
    this.dirty = true;
    this.models = results.map((r, i) => motions[i] && new Model(this.graphics, r, motions[i], i)).filter(Boolean);
    const first = this.models[0];
    this.camera = new Camera(first.drawing.up, first.drawing.normal);
    this.bounds = first.motion.bounds(true);
    this.grid = this.makeGrid(first);
    this.resize();
    this.home();
    this.listen();
  }

  get items() { return this.models[0].drawing.items; }

  home() {
    [this.camera.azimuth, this.camera.elevation] = this.camera.home;
    this.fit(true);
  }

  /** Shows all, over the whole time or as it is now. */
  fit(always) {
    const { right, up, back } = this.camera.axes(), m = this.models[0].motion, box = m.extent([right, up, back], always);
    if (box) this.camera.fit(box, this.aspect, 0.2 * m.drawing.size);
    this.dirty = true;
  }

  resize() {
    const c = this.canvas, ratio = Math.min(window.devicePixelRatio || 1, 2);
    const w = Math.max(1, Math.round(c.clientWidth * ratio)), h = Math.max(1, Math.round(c.clientHeight * ratio));
    if (c.width !== w || c.height !== h) { c.width = w; c.height = h; this.dirty = true; }
    this.aspect = w / h;
  }

  /** A grid below the model, at right angles to up. */
  makeGrid(model) {
    const { middle, radius } = this.bounds, up = this.camera.up, x = this.camera.ahead, y = cross(up, x);
    let low = Infinity;
    for (const [body, p] of model.motion.corners()) low = Math.min(low, dot(place(model.motion.now, 7 * body, p), up));
    const level = model.drawing.floor ?? (Number.isFinite(low) ? Math.min(low, dot(middle, up) - 0.1 * radius) : 0);
    const step = 10 ** Math.floor(Math.log10(radius)) * (radius / 10 ** Math.floor(Math.log10(radius)) > 4 ? 1 : 0.5);
    const n = Math.min(60, Math.ceil(1.6 * radius / step)), data = [];
    const centre = [x, y].map(a => Math.round(dot(middle, a) / step) * step);
    const at = (i, j) => add(scale(up, level), add(scale(x, centre[0] + i * step), scale(y, centre[1] + j * step)));
    for (let i = -n; i <= n; i++) {
      for (const [a, b] of [[at(i, -n), at(i, n)], [at(-n, i), at(n, i)]]) {
        const strong = i % 5 === 0 ? 0.45 : 0.2;
        data.push(...a, 0, ...b, 0, 0.5, 0, 0, 0, 0.5, 0.55, 0.6, strong);
      }
    }
    this.gridStep = step;
    return [this.graphics.batch("line", undefined, new Float32Array(data), "grid")];
  }

  /** Draws a frame if anything has changed; returns the time that the script took, in ms, or 0. */
  draw(theme) {
    this.resize();
    if (!this.dirty) return 0;
    this.dirty = false;
    const began = performance.now(), g = this.graphics, gl = g.gl, see = this.look();
    for (const m of this.models) m.update(this);
    g.begin(theme);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.calls = 0;
    this.models.forEach((m, i) => {
      g.draw(m.all(), m.texture, { ...see, ghost: i > 0, tint: tints[i % tints.length], selected: i === 0 ? this.selected : 0 });
    });
    if (!this.hidden.has("contacts")) this.drawContacts(see);
    if (!this.hidden.has("grid")) g.draw(this.grid, this.models[0].texture, see);
    this.calls = g.calls;
    return performance.now() - began;
  }

  /** Points of contact lie between shapes: they are drawn in front of all. */
  drawContacts(see) {
    const gl = this.graphics.gl;
    gl.depthRange(0, 0.01);
    this.models.forEach((m, i) => this.graphics.draw([m.dots, m.normals], m.texture, { ...see, ghost: i > 0, tint: tints[i % tints.length] }));
    gl.depthRange(0, 1);
  }

  look() {
    const radius = 1.7 * this.bounds.radius + norm(sub(this.camera.target, this.bounds.middle)), m = this.camera.matrices(this.aspect, this.bounds.middle, 2 * radius);
    return { ...m, section: this.sectionIn(m.view), width: this.canvas.width, height: this.canvas.height, hidden: l => this.hidden.has(l), selected: this.selected, hovered: this.hovered };
  }

  /** The plane of the section in the frame of the eye: unit normal and height; null without a section. */
  sectionIn(view) {
    if (!this.section) return null;
    const { axis, at, flip } = this.section, s = flip ? -1 : 1, { middle, radius } = this.bounds, column = [0, 1, 2].map(k => s * view[4 * axis + k]);
    const height = s * (middle[axis] + (2 * at - 1) * radius);
    return [...column, height + dot(column, [view[12], view[13], view[14]])];
  }

  /** The height of the section along its axis. */
  get sectionAt() { return this.bounds.middle[this.section.axis] + (2 * this.section.at - 1) * this.bounds.radius; }

  /** The item at a point of the window: its index + 1, or 0. */
  pick(clientX, clientY) {
    const r = this.canvas.getBoundingClientRect(), k = this.canvas.width / r.width, m = this.models[0];
    const see = { ...this.look(), pick: true };
    const id = this.graphics.pick((clientX - r.left) * k, this.canvas.height - (clientY - r.top) * k, () => this.graphics.draw(m.solids, m.texture, see));
    this.dirty = true;
    return id;
  }

  select(id) {
    this.selected = id;
    this.dirty = true;
    this.onselect?.(id ? this.items[id - 1] : null);
  }

  /** Where the window shows a point of the world, in CSS pixels; for tests and labels. */
  project(p) {
    const { view, projection } = this.look(), t = (m, v) => [0, 1, 2, 3].map(i => m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2] + m[12 + i] * v[3]);
    const c = t(projection, t(view, [...p, 1])), r = this.canvas.getBoundingClientRect();
    return [r.left + (c[0] / c[3] + 1) / 2 * r.width, r.top + (1 - c[1] / c[3]) / 2 * r.height];
  }

  /** Follows a body: the target moves with it. */
  follow(body) {
    this.followed = body;
    this.followedAt = body === undefined ? null : this.positionOf(body);
  }

  positionOf(body) { return Array.from(this.models[0].motion.now.subarray(7 * body, 7 * body + 3)); }

  setTime(t) {
    for (const m of this.models) m.motion.set(t);
    if (this.mode) this.models[0].motion.displace(this.mode.shape, this.mode.factor);
    if (this.followedAt) {
      const p = this.positionOf(this.followed);
      this.camera.target = add(this.camera.target, sub(p, this.followedAt));
      this.followedAt = p;
    }
    this.dirty = true;
  }

  listen() {
    const c = this.canvas, pointers = new Map();
    let moved = 0, pinch = 0;
    const h = () => c.clientHeight || 1;
    c.addEventListener("pointerdown", e => { pointers.set(e.pointerId, e); moved = 0; pinch = 0; c.setPointerCapture(e.pointerId); });
    c.addEventListener("pointermove", e => {
      const before = pointers.get(e.pointerId);
      if (!before) { this.hover(e); return; }
      const dx = e.clientX - before.clientX, dy = e.clientY - before.clientY;
      moved += Math.abs(dx) + Math.abs(dy);
      pointers.set(e.pointerId, e);
      if (pointers.size === 2) {
        const [p, q] = [...pointers.values()], d = Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY);
        if (pinch) this.camera.zoom(pinch / d);
        pinch = d;
        this.camera.pan(dx / h() / 2, dy / h() / 2);
      } else if (e.buttons & 6 || e.shiftKey) this.camera.pan(dx / h(), dy / h());
      else this.camera.orbit(dx * 0.008, dy * 0.008);
      this.dirty = true;
    });
    const up = e => {
      if (pointers.delete(e.pointerId) && moved < 5 && e.type === "pointerup") this.select(this.pick(e.clientX, e.clientY));
    };
    c.addEventListener("pointerup", up);
    c.addEventListener("pointercancel", up);
    c.addEventListener("pointerleave", () => { this.hovered = 0; this.dirty = true; });
    c.addEventListener("contextmenu", e => e.preventDefault());
    c.addEventListener("dblclick", () => { this.fit(false); });
    c.addEventListener("wheel", e => {
      e.preventDefault();
      const r = c.getBoundingClientRect();
      this.camera.zoom(Math.exp(Math.sign(e.deltaY) * Math.min(Math.abs(e.deltaY), 100) * 0.0015), (e.clientX - r.left - r.width / 2) / r.height, -(e.clientY - r.top - r.height / 2) / r.height);
      this.dirty = true;
    }, { passive: false });
  }

  hover(e) {
    if (this.hovering) return;
    this.hovering = true;
    setTimeout(() => {
      this.hovering = false;
      const id = this.pick(e.clientX, e.clientY);
      if (id !== this.hovered) { this.hovered = id; this.canvas.title = id ? describe(this.items[id - 1]) : ""; }
    }, 60);
  }
}

/** An item in a few words. */
export function describe(item) {
  const name = item.type && item.kind !== "body" ? `${item.kind} ${item.type}` : item.kind;
  return `${name} ${item.id}${item.label ? ` “${item.label}”` : ""}`;
}

/** A result in the scene. */
class Model {
  constructor(graphics, result, motion, index) {
    this.graphics = graphics;
    this.result = result;
    this.motion = motion;
    this.drawing = result.drawing;
    this.texture = graphics.poses(motion.bodies);
    this.surfaces = (this.drawing.flexible ?? []).map(f => new Surface(graphics, f));
    this.loadRange();
    const meshes = this.drawing.meshes.map(m => graphics.mesh(m.points, m.list));
    this.batches = this.drawing.batches.map(b => graphics.batch(b.kind, meshes[b.mesh], b.values, b.layer));
    this.arrows = graphics.batch("link", meshes[this.drawing.arrow], new Float32Array(0), "arrows");
    this.dots = graphics.batch("solid", meshes[this.drawing.dot], new Float32Array(0), "contacts");
    this.normals = graphics.batch("link", meshes[this.drawing.arrow], new Float32Array(0), "contacts");
    this.trace = graphics.batch("line", undefined, new Float32Array(0), "traces");
    this.index = index;
  }

  all() { return [...this.solids, this.arrows, this.trace]; }

  /** What can be picked. */
  get solids() { return [...this.batches, ...this.surfaces.flatMap(s => s.batches)]; }

  /** Finds the largest displacement, up to which colours go. */
  loadRange() { this.mostDisplaced = largestDisplacement(this.drawing, this.motion); }

  update(view) {
    this.graphics.upload(this.texture, this.motion.now, this.motion.bodies);
    this.arrows.limit = 0;
    if (!view.hidden.has("flexible")) this.surfaces.forEach((s, i) => s.update(this.motion, view.mode ? 1 : view.deformation, view.mode?.most ?? this.mostDisplaced, this.index === 0 ? view.mode?.flexible?.[i] : undefined));
    if (this.sources?.length && !view.hidden.has("arrows")) this.fillArrows(view.forceScale);
    if (this.contacts && !view.hidden.has("contacts")) this.fillContacts(view);
    this.trace.limit = Math.min(this.trace.count, Math.floor(this.motion.at));
  }

  /** Loads the columns of forces and reactions: of joints, forces and contacts that have them. */
  async loadForces() {
    const s = this.result.scene, list = [];
    const add = (e, marker, body, at, color) => { if (e.force >= 0) list.push({ column: e.force, marker, body, at, color }); };
    for (const j of s.joints) if (s.markers[j.i]) add(j, j.i, s.markers[j.i].body, s.markers[j.i].pos, [0.85, 0.2, 0.5]);
    for (const f of s.forces) if (s.markers[f.i]) add(f, f.i, s.markers[f.i].body, s.markers[f.i].pos, [0.8, 0.25, 0.2]);
    for (const c of s.contacts) if (s.graphics[c.i[0]]) add(c, -1, s.graphics[c.i[0]].body, [0, 0, 0], [0.9, 0.45, 0.1]);
    await Promise.all(list.map(async l => { l.values = (await Promise.all([0, 1, 2].map(k => this.result.column(l.column + k)))).map(c => c.y); }));
    this.sources = list.filter(l => l.values.every(v => v.length));
    let most = 0;
    for (const l of this.sources) for (const v of l.values) for (const x of v) if (Number.isFinite(x)) most = Math.max(most, Math.abs(x));
    this.mostForce = most;
    return this.sources.length;
  }

  fillArrows(factor) {
    const d = new Float32Array(16 * this.sources.length), m = this.motion, s = this.result.scene;
    const i = Math.min(Math.floor(m.at), m.frames - 1), row = m.rows[i], next = m.rows[Math.min(i + 1, m.frames - 1)], p = m.at - i;
    const length = 0.45 * this.drawing.size * factor / (this.mostForce || 1);
    let n = 0;
    for (const l of this.sources) {
      let v = l.values.map(c => c[row] + p * ((c[next] ?? c[row]) - c[row]));
      const frame = /^marker (\d+)$/.exec(this.result.columns[l.column].frame ?? "");
      if (frame) {
        const r = s.markers.find(k => k.id === Number(frame[1]));
        if (r) v = rotate(m.now, 7 * r.body + 3, rotate(r.quat, 0, v));
      }
      if (!(norm(v) * length > 1e-3 * this.drawing.size)) continue;
      const from = place(m.now, 7 * l.body, l.at), to = add(from, scale(v, length));
      d.set([...from, 0, ...to, 0, 0.3 * this.drawing.symbol, 0, 1, 0, ...l.color, 1], 16 * n++);
    }
    this.graphics.fill(this.arrows, d);
    this.arrows.limit = n;
  }

  /** Loads the points of contact; returns their count in all frames. */
  async loadContacts() {
    this.contacts ??= await this.result.contactPoints();
    if (!this.contacts) return 0;
    const { frames, first, data } = this.contacts, n = first[frames];
    let most = 0;
    for (let k = 0; k < 10 * n; k += 10) most = Math.max(most, Math.abs(dot(data.subarray(k + 4, k + 7), data.subarray(k + 7, k + 10))));
    this.mostLoad = most;
    return n;
  }

  /** A dot at each point, and an arrow along its normal whose length shows the normal force. */
  fillContacts(view) {
    const { frames, first, data } = this.contacts, f = Math.min(Math.floor(this.motion.at), frames - 1), r = 0.011 * view.bounds.radius;
    const n = first[f + 1] - first[f], dots = new Float32Array(20 * n), arrows = new Float32Array(16 * n), color = [0.1, 0.75, 0.3, 1];
    for (let i = 0; i < n; i++) {
      const k = 10 * (first[f] + i), p = data.subarray(k + 1, k + 4), normal = data.subarray(k + 4, k + 7);
      const load = Math.abs(dot(normal, data.subarray(k + 7, k + 10))), to = add(p, scale(normal, (2 + 18 * load / (this.mostLoad || 1)) * r * view.forceScale));
      dots.set([r, 0, 0, p[0], 0, r, 0, p[1], 0, 0, r, p[2], ...color, 0, 0, 1, 0], 20 * i);
      arrows.set([...p, 0, ...to, 0, 0.4 * r, 0, 1, 0, ...color], 16 * i);
    }
    this.graphics.fill(this.dots, dots);
    this.graphics.fill(this.normals, arrows);
  }

  /** Draws the path of a point of a body. */
  setTrace(body, point) {
    const m = this.motion, d = new Float32Array(16 * Math.max(m.frames - 1, 0));
    if (body === undefined) { this.graphics.fill(this.trace, new Float32Array(0)); return; }
    let last = place(m.data, 7 * body, point);
    for (let f = 1; f < m.frames; f++) {
      const p = place(m.data, f * m.stride + 7 * body, point);
      d.set([...last, 0, ...p, 0, 1, 0, 0, 0, 0.85, 0.3, 0.6, 1], 16 * (f - 1));
      last = p;
    }
    this.graphics.fill(this.trace, d);
  }
}

/** Makes typed arrays of a drawing that came as JSON, and its motion. */
export async function prepare(result) {
  if (!result.scene) return null;
  for (const m of result.drawing.meshes) { m.points = floats(m.vertices); m.list = indices(m.triangles); }
  for (const b of result.drawing.batches) b.values = floats(b.data);
  await loadSurfaces(result);
  const motion = await result.motion();
  return motion && motion.frames > 0 ? new Motion(motion, result.drawing) : null;
}

