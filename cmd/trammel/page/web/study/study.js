// The page of a study: its runs as points, failures, progress, and the animation of the run that is picked.

import { $, el, speak } from "trammel/dom";
import { format } from "trammel/math";
import { FAILED, MISSING, OK, Scatter } from "trammel/study/scatter";

const pause = ms => new Promise(r => setTimeout(r, ms));

async function get(path) {
  const r = await fetch(path);
  if (!r.ok) throw new Error(`${path}: ${r.status} ${await r.text()}`);
  return r;
}

const json = async path => (await get(path)).json();
const bytes = async path => (await get(path)).arrayBuffer();

class StudyPage {
  async start() {
    this.study = await json("data/study.json");
    $("title").textContent = this.study.name;
    $("title").title = this.study.folder;
    $("number").max = this.study.runs;
    this.values = new Map(); // of columns that do not change, by index
    this.scatter = new Scatter($("scatter"), { onPick: run => this.open(run), onPoint: (run, x, y) => this.showHint(run, x, y), onZoom: z => { $("all").hidden = !z; } });
    this.fillChoices();
    this.listen();
    await this.refresh();
    this.watch();
    this.hold();
    document.documentElement.dataset.ready = "1";
  }

  fillChoices() {
    const kinds = [["parameter", "Parameters"], ["response", "Responses"], ["run", "Runs"]], columns = this.study.columns;
    for (const id of ["x", "y"]) {
      for (const [kind, name] of kinds) {
        const list = columns.map((c, i) => [c, i]).filter(([c]) => c.kind === kind);
        if (list.length) $(id).append(el("optgroup", { label: name }, list.map(([c, i]) => el("option", { value: i }, c.name))));
      }
    }
    $("x").value = 0;
    $("y").value = columns.findIndex(c => c.kind === "response");
    if (!$("y").value) $("y").value = Math.min(1, columns.length - 1);
  }

  listen() {
    $("x").onchange = $("y").onchange = () => this.loadPoints();
    $("least").onclick = () => this.openExtreme(-1);
    $("largest").onclick = () => this.openExtreme(1);
    $("all").onclick = () => this.scatter.setZoom(null);
    $("number").onchange = () => { const n = Math.round(Number($("number").value)); if (n >= 1 && n <= this.study.runs) this.open(n); };
    $("scatter").onkeydown = e => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key], n = this.study.runs;
      if (by) this.pick(this.picked ? (this.picked - 1 + by + n) % n + 1 : 1);
      else if (e.key === "Enter" && this.picked) this.open(this.picked);
      else return;
      e.preventDefault();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.scatter.draw(); this.showLegend(); });
  }

  /** Reads how far the study is, and what is new. */
  async refresh() {
    const p = await json("data/progress.json"), before = this.progress;
    this.progress = p;
    this.showProgress();
    if (before && before.done === p.done) return;
    await this.loadPoints();
    if (p.failed && p.failed !== before?.failed) await this.showFailures();
    if (this.picked && this.facts?.status === "missing") await this.showFacts(this.picked);
  }

  async watch() {
    while (this.progress.done < this.progress.runs) {
      const began = performance.now();
      await pause(1000);
      try { await this.refresh(); } catch { return; }
      await pause(Math.min(5 * Math.max(performance.now() - began - 1100, 0), 10000)); // large studies are read less often
    }
  }

  /** Holds a connection: the server counts who does, and ends it with itself. */
  async hold() {
    try { await (await fetch("data/alive")).text(); } catch { /* the server was killed */ }
    $("note").textContent = "The server of this page has ended: what is loaded stays.";
    this.ended = true;
  }

  showProgress() {
    const p = this.progress, over = p.done === p.runs;
    $("bar").value = p.done / p.runs;
    const parts = [over ? `${p.runs} runs` : `${p.done} of ${p.runs} runs`];
    if (p.failed) parts.push(`${p.failed} failed`);
    if (!over) {
      if (p.rate !== null) parts.push(`${format(p.rate, 3)} runs/s`, `${duration(p.left)} left`);
      parts.push(p.workers === 1 ? "1 worker" : `${p.workers} workers`);
    }
    if (p.stopped) parts.push(p.stopped);
    $("progress").textContent = $("progress").title = parts.join(", ");
    const state = p.stopped ? "stopped" : over ? "complete" : p.workers ? "running" : "incomplete";
    $("state").textContent = state;
    $("state").className = `badge ${{ complete: "ok", stopped: "failed", running: "running" }[state] ?? "interrupted"}`;
  }

  /** Loads what the plane shows. Parameters do not change. */
  async loadPoints() {
    const chosen = [Number($("x").value), Number($("y").value)];
    const [status, ...values] = await Promise.all([bytes("data/statuses"), ...chosen.map(i => this.column(i))]);
    if (Number($("x").value) !== chosen[0] || Number($("y").value) !== chosen[1]) return; // another choice is on its way
    const axis = k => ({ ...this.study.columns[chosen[k]], values: values[k] });
    this.status = new Uint8Array(status);
    this.scatter.set(axis(0), axis(1), this.status);
    this.showLegend();
  }

  async column(i) {
    if (this.study.columns[i].kind !== "parameter") return new Float64Array(await bytes(`data/column?i=${i}`));
    if (!this.values.has(i)) this.values.set(i, bytes(`data/column?i=${i}`).then(b => new Float64Array(b)));
    return this.values.get(i);
  }

  showLegend() {
    const counts = [0, 0, 0];
    for (const s of this.status) counts[s]++;
    const svg = text => { const span = el("span"); span.innerHTML = `<svg viewBox="0 0 12 12" aria-hidden="true">${text}</svg>`; return span; };
    const signs = { [OK]: ['<circle cx="6" cy="6" r="4" fill="var(--accent)"/>', "ok"], [FAILED]: ['<path d="M2 2 10 10M2 10 10 2" stroke="var(--bad)" stroke-width="1.8"/>', "failed"], [MISSING]: ['<circle cx="6" cy="6" r="3" fill="var(--soft)"/>', "without results"] };
    $("legend").replaceChildren(...[OK, FAILED, MISSING].filter(s => counts[s]).map(s => {
      const e = svg(signs[s][0]);
      e.append(`${counts[s]} ${signs[s][1]}`);
      return e;
    }));
    if (counts[FAILED] && this.study.columns[$("y").value].kind !== "parameter") $("legend").append(el("span", { class: "soft" }, "failed runs without a value are at the edge"));
  }

  showHint(run, x, y) {
    const h = $("hint");
    h.hidden = !run;
    if (!run) return;
    const s = this.scatter, value = a => a.texts ? a.texts[a.values[run - 1]] : format(a.values[run - 1]);
    const lines = [`run ${run}${this.status[run - 1] === FAILED ? ": failed" : this.status[run - 1] === MISSING ? ": no results yet" : ""}`];
    for (const a of [s.x, s.y]) if (Number.isFinite(a.values[run - 1])) lines.push(`${a.name} ${value(a)}`);
    h.textContent = lines.join("\n");
    const right = x > s.box.x + 0.6 * s.box.w;
    h.style.left = right ? "" : `${x + 14}px`;
    h.style.right = right ? `${$("plane").clientWidth - x + 14}px` : "";
    h.style.top = `${Math.max(4, y - 10)}px`;
  }

  async showFailures() {
    const list = await json("data/failures.json"), box = $("failures"), total = this.progress.failed;
    box.hidden = !list.length;
    box.replaceChildren(el("h2", {}, `Failures: ${total} of ${this.study.runs} runs${list.length < total ? `, of which ${list.length} are listed` : ""}`),
      el("table", {}, el("thead", {}, el("tr", {}, el("th", { class: "n" }, "run"), el("th", { class: "n" }, "code"), el("th", { class: "n" }, "time"), el("th", {}, "message"))),
        el("tbody", {}, list.map(r => el("tr", { onclick: () => this.open(r.run) }, el("td", { class: "n" }, el("button", { type: "button", title: "Show this run" }, String(r.run))), el("td", { class: "n" }, String(r.exitCode)), el("td", { class: "n" }, r.time === null ? "" : format(r.time)), el("td", {}, r.message))))));
  }

  openExtreme(sign) {
    const v = this.scatter.y.values;
    let best = -1;
    for (let i = 0; i < v.length; i++) if (Number.isFinite(v[i]) && (best < 0 || sign * v[i] > sign * v[best])) best = i;
    if (best >= 0) this.open(best + 1);
  }

  /** Picks a run without its animation. */
  pick(run) {
    this.picked = run;
    $("number").value = run;
    this.scatter.pick(run);
    $("stage").replaceChildren();
    return this.showFacts(run);
  }

  async showFacts(run) {
    const r = await json(`data/run.json?run=${run}`);
    if (this.picked !== run) return;
    this.facts = r;
    const value = v => v.value === null ? "–" : typeof v.value === "number" ? format(v.value, 6) : v.value;
    const figures = (name, list) => list.length ? el("div", { class: "figures", "aria-label": name }, list.map(v => el("div", {}, el("span", {}, `${v.name} `), value(v)))) : "";
    const badge = r.status === "missing" ? "no results yet" : r.status;
    $("facts").replaceChildren(el("h2", {}, `Run ${run} `, el("span", { class: `badge ${r.status}` }, badge)), figures("Parameters", r.parameters), figures("Responses", r.responses),
      r.message ? el("p", {}, `Exit code ${r.exitCode}${r.time === null ? "" : ` at the time ${format(r.time)}`}: ${r.message}`) : "",
      el("details", { class: "group" }, el("summary", {}, "Command line"), el("code", {}, r.command)),
      el("div", { class: "actions" }, el("button", { type: "button", onclick: () => this.open(run) }, "Animation"), el("a", { class: "button", href: `run/${run}/`, target: "_blank", hidden: true, id: "apart" }, "In a page of its own")));
    speak(`Run ${run}, ${badge}`);
  }

  /** Picks a run and shows its animation, as soon as it has rows. */
  async open(run) {
    const stage = $("stage");
    try {
      await this.pick(run);
      const turn = this.turn = (this.turn ?? 0) + 1, current = () => this.picked === run && this.turn === turn;
      for (let first = true; current(); first = false) {
        const s = await json(`run/${run}/state.json`);
        if (!current()) return;
        if (s.state === "shown") {
          stage.replaceChildren(el("iframe", { src: `run/${run}/`, title: `Animation of run ${run}` }));
          $("apart").hidden = false;
          return;
        }
        if (s.state === "none") { stage.replaceChildren(el("p", { role: "alert" }, s.message)); return; }
        if (first) stage.replaceChildren(el("p", { class: "soft" }, `Run ${run} is carried out for its animation …`));
        await pause(150);
      }
    } catch (e) {
      stage.replaceChildren(el("p", { role: "alert" }, this.ended ? "The server of this page has ended." : e.message));
    }
  }
}

/** A duration in s as text. */
function duration(s) {
  if (s < 60) return `${Math.ceil(s)} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
  return `${Math.floor(s / 3600)} h ${Math.round(s % 3600 / 60)} min`;
}

const page = new StudyPage();
globalThis.trammelStudy = page;
page.start().catch(e => {
  console.error(e);
  document.body.replaceChildren(el("p", { style: "padding:2em", role: "alert" }, `The study cannot be shown: ${e.message}`));
});
