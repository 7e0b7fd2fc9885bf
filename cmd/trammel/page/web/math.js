// Vectors are arrays of three numbers, quaternions w, x, y, z, matrices 16 numbers by columns as WebGL takes them.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const norm = a => Math.hypot(a[0], a[1], a[2]);
export const unit = a => { const n = norm(a); return n > 0 ? scale(a, 1 / n) : [0, 0, 1]; };

/** Turns v by the unit quaternion at q[i..i+3]. */
export function rotate(q, i, v) {
  const w = q[i], x = q[i + 1], y = q[i + 2], z = q[i + 3];
  const tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

/** The point p of the body whose pose stands at poses[i..i+6], in the world. */
export function place(poses, i, p) {
  const r = rotate(poses, i + 3, p);
  return [r[0] + poses[i], r[1] + poses[i + 1], r[2] + poses[i + 2]];
}

/** A unit vector at right angles to a. */
export function across(a) {
  return unit(cross(a, Math.abs(a[0]) < 0.6 * norm(a) ? [1, 0, 0] : [0, 1, 0]));
}

export function multiply(a, b) {
  const c = new Float32Array(16);
  for (let j = 0; j < 4; j++) {
    for (let i = 0; i < 4; i++) {
      let s = 0;
      for (let k = 0; k < 4; k++) s += a[4 * k + i] * b[4 * j + k];
      c[4 * j + i] = s;
    }
  }
  return c;
}

/** The view matrix of a camera at eye with unit axes right, up and back. */
export function viewMatrix(eye, right, up, back) {
  return new Float32Array([
    right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
    -dot(right, eye), -dot(up, eye), -dot(back, eye), 1]);
}

export function perspective(fov, aspect, near, far) {
  const f = 1 / Math.tan(fov / 2);
  return new Float32Array([f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
}

export function orthographic(height, aspect, near, far) {
  return new Float32Array([2 / (height * aspect), 0, 0, 0, 0, 2 / height, 0, 0, 0, 0, 2 / (near - far), 0, 0, 0, (far + near) / (near - far), 1]);
}

/** A number as people read it, with about four digits. */
export function format(x, digits = 4) {
  if (!Number.isFinite(x)) return x === undefined ? "" : String(x);
  if (x === 0) return "0";
  const a = Math.abs(x);
  if (a >= 1e5 || a < 1e-3) return x.toExponential(Math.max(digits - 2, 1)).replace("e+", "e");
  return String(Number(x.toPrecision(digits)));
}
