// Surfaces of flexible bodies: points that move with the modal coordinates, coloured by their displacement.

import { floats, indices } from "trammel/data";

/** The colour of a value from 0 to 1: blue, cyan, yellow, red. The shader of solids has the same. */
export function heat(x) {
  const stops = [[0.23, 0.35, 0.75], [0.2, 0.68, 0.72], [0.93, 0.8, 0.25], [0.82, 0.2, 0.17]], t = Math.min(Math.max(x, 0), 1) * 3, i = Math.min(Math.floor(t), 2);
  return stops[i].map((a, k) => a + (t - i) * (stops[i + 1][k] - a));
}

/** Makes typed arrays of the surfaces of a drawing that came as JSON, and loads the modal coordinates. */
export async function loadSurfaces(result) {
  for (const f of result.drawing.flexible ?? []) {
    if (!f.points) Object.assign(f, { points: floats(f.positions), moves: floats(f.shapes), lines: indices(f.edges), list: indices(f.triangles) });
    const columns = f.modes < 0 ? [] : await Promise.all(Array.from({ length: f.count }, (_, j) => result.column(f.modes + j)));
    f.q = columns.map(c => c.y);
    f.moving = f.q.length > 0 && f.q.every(y => y.length);
  }
}

/** Modal coordinates of a surface at a frame of the motion, with the part on the way to the next. */
function coordinates(f, motion) {
  if (!f.moving) return new Float32Array(f.count);
  const i = Math.min(Math.floor(motion.at), motion.frames - 1), p = motion.at - i, row = motion.rows[i], next = motion.rows[Math.min(i + 1, motion.frames - 1)];
  return Float32Array.from(f.q, y => y[row] + p * ((y[next] ?? y[row]) - y[row]));
}

/** Sets out to displacements, three numbers a point; returns the largest. */
export function displace(f, q, out) {
  const n = f.count, d = f.moves;
  let most = 0;
  for (let i = 0; i < f.points.length; i += 3) {
    let x = 0, y = 0, z = 0;
    for (let j = 0, k = i * n; j < n; j++, k += 3) { x += q[j] * d[k]; y += q[j] * d[k + 1]; z += q[j] * d[k + 2]; }
    out[i] = x; out[i + 1] = y; out[i + 2] = z;
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

/** The largest displacement of the surfaces of a drawing over the motion, of as many frames as take no time. */
export function largestDisplacement(drawing, motion) {
  let most = 0;
  for (const f of drawing.flexible ?? []) {
    if (!f.moving) continue;
    const out = new Float32Array(f.points.length), step = Math.max(1, Math.ceil(motion.frames * f.moves.length / 2e7));
    for (let i = 0; i < motion.frames; i += step) most = Math.max(most, displace(f, f.q.map(y => y[motion.rows[i]]), out));
  }
  return most;
}

/** A surface in the scene: triangles with colours at their corners, and lines. */
export class Surface {
  constructor(graphics, f) {
    Object.assign(this, { graphics, f, displaced: new Float32Array(f.points.length), vertices: new Float32Array(7 * f.points.length / 3), segments: new Float32Array(8 * f.lines.length) });
    this.batches = [];
    if (f.list.length) {
      this.mesh = graphics.mesh(this.vertices, f.list);
      this.batches.push(graphics.batch("solid", this.mesh, new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...f.color, 1, f.body, f.item, 1, 1]), "flexible"));
    }
    this.batches.push(this.wires = graphics.batch("line", undefined, this.segments, "flexible"));
  }

  /** Moves the points; mode are modal coordinates to be shown in place of those of the run. Colours go up to most. */
  update(motion, factor, most, mode) {
    const f = this.f, u = this.displaced, v = this.vertices, q = mode ?? coordinates(f, motion);
    this.largest = displace(f, q, u);
    const top = most > 0 ? most : 1;
    for (let i = 0, k = 0; i < u.length; i += 3, k += 7) {
      for (let c = 0; c < 3; c++) v[k + c] = f.points[i + c] + factor * u[i + c];
      v[k + 3] = Math.hypot(u[i], u[i + 1], u[i + 2]) / top;
      v[k + 4] = v[k + 5] = v[k + 6] = 0;
    }
    if (this.mesh) {
      addNormals(v, f.list);
      this.graphics.refill(this.mesh, v);
    }
    const d = this.segments, thick = this.mesh ? 0.5 : 2.5, shade = this.mesh ? 0.55 : 1;
    for (let e = 0, k = 0; e < f.lines.length; e += 2, k += 16) {
      const a = 7 * f.lines[e], b = 7 * f.lines[e + 1], color = heat((v[a + 3] + v[b + 3]) / 2);
      d.set([v[a], v[a + 1], v[a + 2], f.body, v[b], v[b + 1], v[b + 2], f.body, thick, f.item, 0, 0, shade * color[0], shade * color[1], shade * color[2], 1], k);
    }
    this.graphics.fill(this.wires, d);
  }
}

/** Adds the normals of triangles, by their areas, to those of their corners. */
function addNormals(v, list) {
  for (let t = 0; t < list.length; t += 3) {
    const [a, b, c] = [7 * list[t], 7 * list[t + 1], 7 * list[t + 2]];
    const px = v[b] - v[a], py = v[b + 1] - v[a + 1], pz = v[b + 2] - v[a + 2], qx = v[c] - v[a], qy = v[c + 1] - v[a + 1], qz = v[c + 2] - v[a + 2];
    const x = py * qz - pz * qy, y = pz * qx - px * qz, z = px * qy - py * qx;
    for (const k of [a, b, c]) { v[k + 4] += x; v[k + 5] += y; v[k + 6] += z; }
  }
}
