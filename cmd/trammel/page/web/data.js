// Results as the page has them: from the server that trammel view runs, or from the file itself in a report.

/** The bytes of a text of base64. */
export function bytes(text) {
  const raw = atob(text), out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

export const floats = text => new Float32Array(bytes(text).buffer);
export const indices = text => new Uint32Array(bytes(text).buffer);

const inline = id => document.getElementById(id)?.textContent;

/** What the page shows: the list of results. */
export async function openAll() {
  const text = inline("contents") ?? await (await get("data/contents.json")).text();
  const contents = JSON.parse(text);
  return { ...contents, results: await Promise.all(contents.results.map(open)) };
}

async function get(path) {
  const r = await fetch(path);
  if (!r.ok) throw new Error(`${path}: ${r.status} ${await r.text()}`);
  return r;
}

async function open(name, index) {
  const embedded = inline(`meta-${index}`);
  const meta = JSON.parse(embedded ?? await (await get(`data/${index}/meta.json`)).text());
  return embedded === undefined ? new Served(meta, index) : new Embedded(meta, index);
}

/** One result. Columns are loaded when they are asked for; poses in one piece. */
class Result {
  constructor(meta, index) {
    Object.assign(this, meta);
    this.index = index;
    this.loaded = new Map(); // of columns, by index
    this.pending = new Map();
  }

  /** The values of a column, and the times they belong to: { x, y }. */
  column(i) {
    if (!this.pending.has(i)) {
      const all = Promise.all([this.times(), this.values(i)]).then(([x, y]) => ({ x, y }));
      this.pending.set(i, all.then(c => { this.loaded.set(i, c); return c; }));
    }
    return this.pending.get(i);
  }

  times() { return this.timesPending ??= this.loadTimes(); }

  /** Index of the column of a name, -1 if there is none. */
  find(name) {
    this.byName ??= new Map(this.columns.map((c, i) => [c.name, i]));
    return this.byName.get(name) ?? -1;
  }

  /** The poses of all bodies over time, or null: count frames, times, rows, and data with seven numbers a body. */
  async motion() {
    if (!this.scene) return null;
    const buffer = await this.loadPoses();
    const [frames, bodies] = new Uint32Array(buffer, 0, 2);
    const rows = new Uint32Array(buffer, 8 + 8 * frames, frames);
    const data = new Float32Array(buffer, 8 + 12 * frames);
    return { frames, bodies, times: new Float64Array(buffer, 8, frames), rows, data, stride: 7 * bodies };
  }

  /** The points of contact in the frames of the motion (as of now, where a run still goes), or null: count of frames, first point of each frame, ids, and data with ten numbers a point, of which the first is the id. */
  async contactPoints() {
    if (!this.contacts) return null;
    const buffer = await this.loadContacts(), words = new Uint32Array(buffer), at = words[0] + 2;
    return words.length ? { frames: words[0], first: words.subarray(1, at), ids: words.subarray(at), data: new Float32Array(buffer).subarray(at) } : null;
  }

  /** Drops what grows while a run goes. */
  forget() {
    this.pending.clear();
    this.timesPending = undefined;
  }
}

class Served extends Result {
  async loadTimes() { return new Float64Array(await (await get(`data/${this.index}/time`)).arrayBuffer()); }
  async values(i) { return new Float64Array(await (await get(`data/${this.index}/column?i=${i}`)).arrayBuffer()); }
  async loadPoses() { return (await get(`data/${this.index}/poses`)).arrayBuffer(); }
  async loadContacts() { return (await get(`data/${this.index}/contacts`)).arrayBuffer(); }
  /** Settles when the server has ended: it counts who holds this connection. */
  async ended() { try { await (await fetch("data/alive")).text(); } catch { /* the server was killed */ } }
  async state() { return (await get(`data/${this.index}/state.json`)).json(); }
}

class Embedded extends Result {
  async loadTimes() { return new Float64Array(bytes(inline(`time-${this.index}`)).buffer); }
  async values(i) {
    const from = this.derived?.[i];
    if (!from) return new Float32Array(bytes(inline(`column-${this.index}-${i}`) ?? "").buffer);
    const m = await this.motion(), out = new Float32Array(m.frames);
    for (let f = 0; f < m.frames; f++) out[f] = m.data[f * m.stride + 7 * from.body + from.component];
    return out;
  }
  async loadPoses() { return bytes(inline(`poses-${this.index}`)).buffer; }
  async loadContacts() { return bytes(inline(`contacts-${this.index}`)).buffer; }
}
