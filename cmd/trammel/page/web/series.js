// Numbers behind plots: ranges, decimation to pixels, spectra, differences, ticks.

/** The least and greatest of levels of blocks of values, so that a range of a million values is read off at once. */
export class Levels {
  constructor(y) {
    this.low = [y];
    this.high = [y];
    while (this.low.at(-1).length > 64) {
      const l = this.low.at(-1), h = this.high.at(-1), n = Math.ceil(l.length / 8), low = new Float64Array(n), high = new Float64Array(n);
      for (let i = 0; i < n; i++) {
        let a = Infinity, b = -Infinity;
        for (let k = 8 * i; k < Math.min(8 * i + 8, l.length); k++) { if (l[k] < a) a = l[k]; if (h[k] > b) b = h[k]; }
        low[i] = a; high[i] = b;
      }
      this.low.push(low);
      this.high.push(high);
    }
  }

  /** Least and greatest of the values from index a to b, without b; [Infinity, -Infinity] of none. */
  range(a, b) {
    let low = Infinity, high = -Infinity, level = 0;
    const take = (l, i) => { if (this.low[l][i] < low) low = this.low[l][i]; if (this.high[l][i] > high) high = this.high[l][i]; };
    while (a < b) {
      if (level + 1 >= this.low.length || b - a < 16) { for (; a < b; a++) take(level, a); break; }
      while (a % 8) take(level, a++);
      while (b % 8) take(level, --b);
      a /= 8; b /= 8; level++;
    }
    return [low, high];
  }
}

/** The first index whose x is not below v; x does not fall. */
export function lower(x, v) {
  let lo = 0, hi = x.length;
  while (lo < hi) { const m = (lo + hi) >> 1; if (x[m] < v) lo = m + 1; else hi = m; }
  return lo;
}

export function rising(x) {
  for (let i = 1; i < x.length; i++) if (!(x[i] >= x[i - 1])) return false;
  return true;
}

/** Points of a curve on w pixels: first, least, greatest and last value of each pixel where there are many. */
export function decimate(curve, from, to, w, toX, toY) {
  const { x, y } = curve;
  if (!curve.rising) {
    const step = Math.max(1, Math.floor(x.length / 200000)), out = [];
    for (let i = 0; i < x.length; i += step) out.push(toX(x[i]), toY(y[i]));
    return out;
  }
  const a = Math.max(lower(x, from) - 1, 0), b = Math.min(lower(x, to) + 2, x.length), out = [];
  if (b - a < 4 * w) {
    for (let i = a; i < b; i++) out.push(toX(x[i]), toY(y[i]));
    return out;
  }
  for (let p = 0, i = a; p < w && i < b; p++) {
    const end = p === w - 1 ? b : Math.min(Math.max(lower(x, from + (to - from) * (p + 1) / w), i), b);
    if (end === i) continue;
    const [low, high] = curve.levels.range(i, end), px = toX(x[i]);
    out.push(px, toY(y[i]), px, toY(low), px, toY(high), px, toY(y[end - 1]));
    i = end;
  }
  return out;
}

/** Round numbers in a range, about n of them. */
export function ticks(low, high, n) {
  const raw = (high - low) / Math.max(n, 1);
  if (!(raw > 0) || !Number.isFinite(raw)) return [low];
  const power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map(k => k * power).find(s => s >= raw * 0.999);
  const out = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) out.push(i * step);
  return out;
}

/** The value of a curve at x, linear between its points; NaN outside. */
export function valueAt(curve, x) {
  const i = lower(curve.x, x);
  if (i < curve.x.length && curve.x[i] === x) return curve.y[i];
  if (i === 0 || i >= curve.x.length) return NaN;
  return curve.y[i - 1] + (x - curve.x[i - 1]) / (curve.x[i] - curve.x[i - 1]) * (curve.y[i] - curve.y[i - 1]);
}

/** Curve a less curve b at the points of a that b reaches. */
export function difference(a, b) {
  const x = [], y = [];
  for (let i = 0; i < a.x.length; i++) {
    const v = valueAt(b, a.x[i]);
    if (Number.isFinite(v)) { x.push(a.x[i]); y.push(a.y[i] - v); }
  }
  return { x: Float64Array.from(x), y: Float64Array.from(y) };
}

/** Amplitudes over frequency of a curve without its mean, by a Hann window on even steps. */
export function spectrum(curve, from, to) {
  const first = lower(curve.x, from), last = Math.min(lower(curve.x, to), curve.x.length - 1), count = last - first + 1;
  if (count < 8 || !(curve.x[last] > curve.x[first])) return { x: new Float64Array(0), y: new Float64Array(0) };
  let n = 8;
  while (n < count && n < 1 << 18) n *= 2;
  const t0 = curve.x[first], span = curve.x[last] - t0, re = new Float64Array(n), im = new Float64Array(n);
  let mean = 0;
  for (let i = 0; i < n; i++) { re[i] = valueAt(curve, Math.min(t0 + span * i / (n - 1), curve.x[last])); mean += re[i] / n; }
  for (let i = 0; i < n; i++) re[i] = (re[i] - mean) * (1 - Math.cos(2 * Math.PI * i / (n - 1)));
  transform(re, im);
  const half = n / 2, x = new Float64Array(half), y = new Float64Array(half);
  for (let i = 0; i < half; i++) { x[i] = i * (n - 1) / (n * span); y[i] = Math.hypot(re[i], im[i]) * 2 / n; }
  return { x, y };
}

/** The discrete Fourier transform in place; the length is a power of two. */
export function transform(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) { [re[i], re[j]] = [re[j], re[i]]; [im[i], im[j]] = [im[j], im[i]]; }
  }
  for (let size = 2; size <= n; size *= 2) {
    const h = size / 2, a = -2 * Math.PI / size;
    for (let k = 0; k < h; k++) {
      const c = Math.cos(a * k), s = Math.sin(a * k);
      for (let i = k; i < n; i += size) {
        const xr = re[i + h] * c - im[i + h] * s, xi = re[i + h] * s + im[i + h] * c;
        re[i + h] = re[i] - xr; im[i + h] = im[i] - xi;
        re[i] += xr; im[i] += xi;
      }
    }
  }
}
