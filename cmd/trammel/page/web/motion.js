// The motion of the bodies of a result: poses between frames, bounds of the scene.

import { dot, norm, place, sub } from "trammel/math";

export class Motion {
  constructor(m, drawing) {
    Object.assign(this, m);
    this.drawing = drawing;
    this.now = new Float32Array(this.stride);
    this.at = 0; // frame, with the part on the way to the next
    this.set(this.times[0] ?? 0);
  }

  get start() { return this.times[0] ?? 0; }
  get end() { return this.times[this.frames - 1] ?? 0; }

  /** The last frame that is not after t. */
  frame(t) {
    let lo = 0, hi = this.frames - 1;
    while (lo < hi) {
      const mid = (lo + hi + 1) >> 1;
      if (this.times[mid] <= t) lo = mid; else hi = mid - 1;
    }
    return lo;
  }

  /** Sets the poses to those of a time. */
  set(t) {
    const i = this.frame(t), h = this.times[i + 1] - this.times[i], p = i + 1 < this.frames && h > 0 ? Math.min(Math.max((t - this.times[i]) / h, 0), 1) : 0;
    const n = this.stride, d = this.data, a = i * n, b = p > 0 ? a + n : a, out = this.now;
    this.at = i + p;
    if (p === 0) {
      out.set(d.subarray(a, a + n));
      return;
    }
    for (let k = 0; k < n; k += 7) {
      for (let j = 0; j < 3; j++) out[k + j] = d[a + k + j] + p * (d[b + k + j] - d[a + k + j]);
      let dotted = 0;
      for (let j = 3; j < 7; j++) dotted += d[a + k + j] * d[b + k + j];
      const s = dotted < 0 ? -p : p;
      let l = 0;
      for (let j = 3; j < 7; j++) l += (out[k + j] = (1 - p) * d[a + k + j] + s * d[b + k + j]) ** 2;
      l = 1 / Math.sqrt(l);
      for (let j = 3; j < 7; j++) out[k + j] *= l;
    }
  }

  /** Adds the displacements of a mode, six numbers a body, to the poses of now. */
  displace(shape, factor) {
    const out = this.now;
    for (let b = 0; b < this.bodies; b++) {
      const k = 7 * b, s = 6 * b;
      for (let j = 0; j < 3; j++) out[k + j] += factor * shape[s + j];
      const r = [factor * shape[s + 3], factor * shape[s + 4], factor * shape[s + 5]], angle = norm(r);
      if (angle === 0) continue;
      const c = Math.cos(angle / 2), f = Math.sin(angle / 2) / angle, [x, y, z] = [f * r[0], f * r[1], f * r[2]];
      const [qw, qx, qy, qz] = out.subarray(k + 3, k + 7);
      out[k + 3] = c * qw - x * qx - y * qy - z * qz;
      out[k + 4] = c * qx + x * qw + y * qz - z * qy;
      out[k + 5] = c * qy - x * qz + y * qw + z * qx;
      out[k + 6] = c * qz + x * qy - y * qx + z * qw;
    }
  }

  /** A ball about all that is drawn, over all frames or now: { middle, radius }. */
  bounds(always) {
    const box = this.extent([[1, 0, 0], [0, 1, 0], [0, 0, 1]], always);
    if (!box) return { middle: [0, 0, 0], radius: this.drawing.size };
    const { low, high } = box;
    return { middle: low.map((v, k) => (v + high[k]) / 2), radius: Math.max(norm(sub(high, low)) / 2, 0.2 * this.drawing.size, 1e-9) };
  }

  /** The ranges of all that is drawn along axes, over all frames or now; null without anything. */
  extent(axes, always) {
    const points = this.corners(), low = axes.map(() => Infinity), high = axes.map(() => -Infinity), step = Math.max(1, Math.ceil(this.frames * points.length / 200000));
    const see = (poses, first) => {
      for (const [body, p] of points) {
        const w = place(poses, first + 7 * body, p);
        axes.forEach((a, k) => { const v = dot(a, w); low[k] = Math.min(low[k], v); high[k] = Math.max(high[k], v); });
      }
    };
    if (always) for (let f = 0; f < this.frames; f += step) see(this.data, f * this.stride);
    else see(this.now, 0);
    return low[0] <= high[0] ? { low, high } : null;
  }

  /** Corner points of the instances, as [body, point]. */
  corners() {
    if (this.cornerList) return this.cornerList;
    const all = [];
    for (const b of this.drawing.batches) {
      if (b.layer === "frames" || b.layer === "ellipsoids") continue;
      const d = b.values;
      if (b.kind === "solid") {
        const box = this.drawing.meshes[b.mesh].box ??= boxOf(this.drawing.meshes[b.mesh].points);
        for (let i = 0; i < d.length; i += 20) {
          for (let c = 0; c < 8; c++) {
            const p = [0, 1, 2].map(k => box[(c >> k) & 1][k]);
            all.push([d[i + 16], [0, 1, 2].map(r => d[i + 4 * r] * p[0] + d[i + 4 * r + 1] * p[1] + d[i + 4 * r + 2] * p[2] + d[i + 4 * r + 3])]);
          }
        }
      } else {
        for (let i = 0; i < d.length; i += 16) all.push([d[i + 3], [d[i], d[i + 1], d[i + 2]]], [d[i + 7], [d[i + 4], d[i + 5], d[i + 6]]]);
      }
    }
    for (const f of this.drawing.flexible ?? []) {
      const step = 3 * Math.max(1, Math.ceil(f.points.length / 600));
      for (let i = 0; i < f.points.length; i += step) all.push([f.body, Array.from(f.points.subarray(i, i + 3))]);
    }
    return this.cornerList = all;
  }
}

function boxOf(v) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < v.length; i += 7) for (let k = 0; k < 3; k++) { low[k] = Math.min(low[k], v[i + k]); high[k] = Math.max(high[k], v[i + k]); }
  return [low, high];
}
