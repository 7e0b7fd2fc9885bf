// The page: opens the results and joins scene, time, plots and panels.

import { Clock } from "trammel/clock";
import { openAll } from "trammel/data";
import { $, dark, el, speak } from "trammel/dom";
import { heat, loadSurfaces } from "trammel/flexible";
import { format } from "trammel/math";
import { DeckPanel, jointGaps, ModelPanel, ModesPanel, showFacts } from "trammel/panels";
import { Compass, SectionChoice } from "trammel/overlay";
import { Plots } from "trammel/plots";
import { describe, prepare, View } from "trammel/view";

const layers = [["shapes", "Shapes", ""], ["sticks", "Stick figures", ""], ["joints", "Joints", "J"], ["springs", "Springs and forces", "S"], ["flexible", "Flexible bodies", "D"], ["arrows", "Force and reaction arrows", "R"],
  ["contacts", "Contact points and normals", "P"],
  ["traces", "Traces", ""], ["ellipsoids", "Ellipsoids of inertia", "E"], ["frames", "Frames of markers", "M"], ["grid", "Grid", "G"], ["axes", "Axes and gravity", "A"]];

const keys = [["Space", "play and pause"], ["← →", "one frame (Shift: ten frames)"], ["Home End", "to the start, to the end"], ["N B", "next event, event before"], ["[ ]", "slower, faster"], ["L", "loop"],
  ["F", "fit"], ["O", "parallel projection"], ["0", "first view"], ["1 to 6", "front, back, right, left, top, below"], ["Arrows in the scene", "turn (Shift: move)"], ["+ −", "zoom"], [", .", "pick the element before, the next one"],
  ["T", "trace of what is picked"], ["C", "follow the body that is picked"], ["J S D R P E M G A", "joints, springs, flexible bodies, arrows, contact points, ellipsoids, frames, grid, axes and gravity"], ["X", "section across x, y, z, none"], ["Escape", "pick nothing"], ["?", "this list"]];

class App {
  async start() {
    this.contents = await openAll();
    this.results = this.contents.results;
    this.first = this.results[0];
    document.title = `${this.results.map(r => r.name).join(" and ")}: trammel`;
    $("title").textContent = this.results.map(r => r.name).join(" and ");
    this.showStatus();
    const motions = await Promise.all(this.results.map(prepare));
    this.openView(motions);
    this.makeTabs();
    this.clock = new Clock({ times: motions[0]?.times ?? await this.first.times(), events: this.events(), unit: this.first.timeUnit, seconds: this.first.timeSI, onTime: t => this.setTime(t) });
    this.deck = new DeckPanel(this.panel("deck"), this.first.scene?.files ?? [], () => this.openTab("deck"));
    if (this.first.scene) this.model = new ModelPanel(this.panel("model"), this.first, this.view, p => this.deck.go(p));
    if (this.first.modes?.length) { this.modes = new ModesPanel(this.panel("modes"), this.first, this.view); this.modes.onframe = () => this.setTime(this.clock.time); }
    if (this.onlyModes()) this.modes.startFirst();
    if (this.first.document) showFacts(this.panel("facts"), this.first, this.deck, this.clock);
    if (this.first.frames) this.choosePose();
    this.plots = new Plots(this.panel("plots"), this.results, this.clock, this.first.timeUnit);
    this.listen();
    if (this.clock.end <= this.clock.start && !this.first.live) $("time").hidden = true;
    this.clock.set(this.clock.start);
    requestAnimationFrame(() => this.frame());
    await this.plots.openFirst();
    if (this.first.live) this.watch();
    if (!this.contents.inside) this.first.ended?.().then(() => { $("note").textContent = "The server of this page has ended: what is loaded stays."; });
    document.documentElement.dataset.ready = "1";
  }

  openView(motions) {
    if (!motions[0]) {
      $("main").classList.add("plots-only");
      if (!this.first.rows) $("time").hidden = true;
      return;
    }
    try {
      this.view = new View($("view"), this.results, motions);
    } catch (e) {
      $("no-scene").hidden = false;
      $("no-scene").textContent = e.message;
      return;
    }
    this.view.onselect = item => this.showPicked(item);
    this.layerBoxes = new Map();
    for (const [layer, name, key] of layers) {
      const box = el("input", { type: "checkbox", checked: !this.view.hidden.has(layer), onchange: () => this.setLayer(layer, box.checked) });
      this.layerBoxes.set(layer, box);
      $("layer-list").append(el("label", {}, box, name, key ? el("kbd", {}, key) : ""));
    }
    $("layer-list").append(el("label", {}, "Length of arrows", el("input", { type: "range", min: -20, max: 20, value: 0, style: "width:90px;margin-left:auto", oninput: e => { this.view.forceScale = 10 ** (e.target.value / 10); this.view.dirty = true; } })));
    if (this.first.drawing.flexible) this.addDeformation();
    this.section = new SectionChoice(this.view, this.first.scene.units.length, $("layer-list"));
    this.compass = new Compass($("compass"), this.first.scene);
  }

  /** The factor of displacements of flexible bodies, and what their colours mean. */
  addDeformation() {
    const unit = this.first.scene.units.length, factor = el("output", {}, "× 1"), legend = el("div", { id: "displacement" });
    const show = () => {
      const m = this.view.models[0].mostDisplaced;
      legend.replaceChildren(el("span", {}, "0"), el("i", { style: `background:linear-gradient(90deg,${[0, 1, 2, 3].map(k => `rgb(${heat(k / 3).map(c => Math.round(255 * c))})`)})` }),
        el("span", {}, `${format(m, 3)} ${unit}${this.view.deformation === 1 ? "" : `, shown ${factor.textContent}`}`));
    };
    const slider = el("input", { type: "range", id: "deformation", min: 0, max: 40, value: 0, "aria-label": "Factor of displacements", style: "width:90px;margin-left:auto", oninput: () => {
      this.view.deformation = Number((10 ** (slider.value / 10)).toPrecision(2));
      factor.textContent = `× ${format(this.view.deformation, 3)}`;
      this.view.dirty = true;
      show();
    } });
    $("layer-list").append(el("label", {}, "Displacements ", factor, slider));
    $("view").parentElement.append(legend);
    this.showDisplacement = show;
    show();
  }

  async setLayer(layer, on) {
    this.layerBoxes.get(layer).checked = on;
    if (on) this.view.hidden.delete(layer); else this.view.hidden.add(layer);
    this.view.dirty = true;
    if (!on || layer !== "arrows" && layer !== "contacts") return;
    const arrows = layer === "arrows", counts = await Promise.all(this.view.models.map(m => arrows ? m.sources?.length ?? m.loadForces() : m.loadContacts()));
    this.view.dirty = true;
    const what = arrows ? "forces and reactions" : "points of contact";
    const text = counts[0] ? `${counts[0]} ${what}` : arrows ? "These results have no columns of forces and reactions: run with --results all." : "These results have no points of contact: run a model with contacts with --results all.";
    speak(text);
    if (!counts[0]) this.say(text);
  }

  /** A message in the header for a while. */
  say(text) {
    const before = $("note").textContent;
    $("note").textContent = text;
    setTimeout(() => { if ($("note").textContent === text) $("note").textContent = before; }, 6000);
  }

  showStatus() {
    const s = this.first.killed ? "killed" : this.first.document?.status ?? "";
    $("status").textContent = s;
    $("status").className = `badge ${s}`;
    $("note").textContent = this.first.note ?? "";
    $("note").title = this.first.note ?? "";
  }

  events() {
    const d = this.first.document ?? {};
    const all = (d.events ?? []).map(e => ({ time: e.time, kind: "event", text: `${e.element} ${(e.actions ?? []).join(", ")}` }));
    for (const w of d.warnings ?? []) { const at = /\b(?:at )?(?:time|t =?) ([-+0-9.eE]+)/.exec(w); if (at && Number.isFinite(Number(at[1]))) all.push({ time: Number(at[1]), kind: "warning", text: w }); }
    if (d.error?.time !== undefined && d.error?.time !== null) all.push({ time: d.error.time, kind: "warning", text: d.error.message });
    return all.sort((a, b) => a.time - b.time);
  }

  makeTabs() {
    const names = [["plots", "Plots"], this.first.scene && ["model", "Model"], this.first.modes?.length && ["modes", "Modes"], this.first.document && ["facts", "Facts"], ["deck", "Deck"]].filter(Boolean);
    if (!this.first.scene && !this.first.document) names.pop();
    for (const [id, name] of names) {
      $("tabs").append(el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "aria-selected": "false", tabindex: "-1", onclick: () => this.openTab(id), onkeydown: e => this.tabKey(e) }, name));
      $("panels").append(el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, hidden: true }));
    }
    this.openTab(this.onlyModes() ? "modes" : this.first.columns.length ? "plots" : "model");
  }

  /** Whether the results have modes but no motion: plots would be empty. */
  onlyModes() { return this.first.modes?.length > 0 && this.first.rows < 2 && !this.first.live; }

  tabKey(e) {
    const all = [...$("tabs").children], i = all.indexOf(e.target), next = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: all.length - 1 }[e.key];
    if (next === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    const t = all[(next + all.length) % all.length];
    t.click();
    t.focus();
  }

  openTab(id) {
    for (const t of $("tabs").children) {
      const on = t.id === `tab-${id}`;
      t.setAttribute("aria-selected", on);
      t.tabIndex = on ? 0 : -1;
      $(t.getAttribute("aria-controls")).hidden = !on;
    }
  }

  panel(id) { return $(`panel-${id}`) ?? el("div"); }

  /** As written and assembled: the frames of a deck that has not run. */
  choosePose() {
    $("time").hidden = true;
    const box = $("pose"), gaps = el("div");
    box.hidden = false;
    this.panel("model").prepend(gaps);
    this.first.frames.forEach((name, i) => box.append(el("button", { type: "button", role: "radio", "aria-checked": "false", onclick: () => show(i) }, name)));
    const show = i => {
      [...box.children].forEach((b, k) => { b.setAttribute("aria-checked", k === i); b.setAttribute("aria-pressed", k === i); });
      this.clock.set(this.clock.times[i]);
      const list = jointGaps(this.first.scene, this.view.models[0].motion.now).filter(g => g.gap > 1e-9 * this.view.models[0].drawing.size).slice(0, 12);
      gaps.replaceChildren(el("h2", {}, `Gaps of joints, ${this.first.frames[i]}`), list.length ? el("ul", { class: "plain" }, list.map(g => el("li", {}, `${g.joint.type.toLowerCase()} ${g.joint.id} ${g.joint.label ?? ""}: ${format(g.gap)} ${this.first.scene.units.length}`))) : el("p", { class: "soft" }, "No joint has a gap."));
    };
    show(this.first.frames.length - 1);
  }

  setTime(t) {
    this.view?.setTime(t);
    this.plots?.setTime(t);
  }

  frame() {
    this.clock.tick();
    this.modes?.tick();
    if (this.view) {
      const c = dark() ? [0.12, 0.15, 0.19, 0] : [0.9, 0.92, 0.95, 0];
      const ms = this.view.draw(c);
      this.compass.draw(this.view.camera, !this.view.hidden.has("axes"));
      if (ms) { this.scriptTime = ms; this.framesDrawn = (this.framesDrawn ?? 0) + 1; }
    }
    requestAnimationFrame(() => this.frame());
  }

  showPicked(item) {
    if (!item) { $("picked").replaceChildren(); return; }
    const scene = this.first.scene, at = this.body(item), body = scene.bodies[item.body];
    const unit = scene.units.length, least = 1e-9 * this.first.drawing.size, p = this.view.positionOf(item.body).map(v => format(Math.abs(v) < least ? 0 : v)).join(", ");
    $("picked").replaceChildren(el("div", {}, el("b", {}, describe(item)),
      item.kind !== "body" ? el("span", {}, `on body ${body.id}${body.label ? ` “${body.label}”` : ""}`) : el("span", {}, `mass ${format(body.mass)} ${scene.units.mass}, mass centre at ${p} ${unit}`),
      el("div", { class: "row" },
        item.place ? el("button", { type: "button", onclick: () => this.deck.go(item.place), title: "Show in the deck" }, item.place.replace(/^.*[/\\]/, "")) : "",
        at >= 0 ? el("button", { type: "button", onclick: () => this.plotItem(item) }, "Plot") : "",
        el("button", { type: "button", onclick: () => this.trace() }, "Trace"), el("button", { type: "button", onclick: () => this.follow() }, "Follow"))));
    speak(describe(item));
  }

  /** The first column of an item, -1 if there is none. */
  body(item) {
    const e = this.first.scene[{ body: "bodies", joint: "joints", force: "forces" }[item.kind]]?.[item.index];
    return e ? e.pose ?? e.force ?? -1 : -1;
  }

  plotItem(item) {
    const at = this.body(item);
    this.openTab("plots");
    this.plots.add([at, at + 1, at + 2]).then(c => c.node.scrollIntoView({ block: "nearest" }));
  }

  get selectedItem() { return this.view?.selected ? this.view.items[this.view.selected - 1] : null; }

  trace() {
    const i = this.selectedItem, s = this.first.scene;
    if (!i) { this.view.models.forEach(m => m.setTrace()); this.view.dirty = true; return; }
    const marker = { joint: () => s.joints[i.index].i, force: () => s.forces[i.index].i, marker: () => i.index, graphic: () => s.graphics[i.index].marker }[i.kind]?.() ?? -1;
    this.view.models.forEach(m => m.setTrace(i.body, marker >= 0 ? s.markers[marker].pos : [0, 0, 0]));
    this.view.dirty = true;
    speak("Trace drawn");
  }

  follow() {
    const i = this.selectedItem;
    this.view.follow(i && this.view.followed !== i.body ? i.body : undefined);
    speak(this.view.followed === undefined ? "Follows nothing" : `Follows ${describe(i)}`);
  }

  /** Picks the next item that is shown. */
  pickNext(by) {
    const items = this.view.items, n = items.length, shown = { body: "sticks", joint: "joints", force: "springs", graphic: "shapes", marker: "frames" };
    for (let k = 1; k <= n; k++) {
      const i = ((this.view.selected - 1 + by * k) % n + n) % n;
      if (!this.view.hidden.has(shown[items[i].kind])) { this.view.select(i + 1); return; }
    }
  }

  listen() {
    $("help-keys").append(...keys.map(([k, what]) => el("tr", {}, el("th", {}, el("kbd", {}, k)), el("td", {}, what))));
    $("help-button").onclick = () => $("help").showModal();
    $("fit").onclick = () => this.view.fit(false);
    $("parallel").onclick = () => this.setParallel(!this.view.camera.parallel);
    $("side").onchange = () => { const v = $("side").value; $("side").value = ""; if (v) this.setSide(v === "home" ? -1 : Number(v)); };
    window.addEventListener("resize", () => { if (this.view) this.view.dirty = true; });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { if (this.view) this.view.dirty = true; this.plots.redraw(); this.clock.drawTicks(); if (this.first.document) showFacts(this.panel("facts"), this.first, this.deck, this.clock); });
    document.addEventListener("keydown", e => this.key(e));
    if (this.view) new ResizeObserver(() => { this.view.dirty = true; }).observe($("view"));
    this.listenSplit();
  }

  listenSplit() {
    const s = $("split"), set = px => { document.documentElement.style.setProperty("--side", `${Math.min(Math.max(px, 220), innerWidth - 220)}px`); };
    s.onpointerdown = e => { s.setPointerCapture(e.pointerId); s.onpointermove = m => set(innerWidth - m.clientX); };
    s.onpointerup = () => { s.onpointermove = null; };
    s.onkeydown = e => { const by = { ArrowLeft: 30, ArrowRight: -30 }[e.key]; if (by) { set($("side-panel").clientWidth + by); e.preventDefault(); e.stopPropagation(); } };
  }

  setParallel(on) {
    this.view.camera.parallel = on;
    $("parallel").setAttribute("aria-pressed", on);
    this.view.dirty = true;
  }

  setSide(k) {
    if (k < 0) this.view.home(); else this.view.camera.side(k);
    this.view.dirty = true;
  }

  key(e) {
    const t = e.target, layers = t.closest?.("details#layers");
    if (e.key === "Escape" && layers?.open) { layers.open = false; layers.firstElementChild.focus(); return; }
    if (e.ctrlKey || e.metaKey || e.altKey || t.closest?.("dialog, input:not([type=range]):not([type=checkbox]), select, textarea")) return;
    if (e.key === " " && t.closest?.("button, summary, input[type=checkbox]")) return;
    const act = (document.activeElement === $("view") && this.sceneKey(e)) || this.timeKey(e) || (this.view && this.viewKey(e));
    if (act) { act(); e.preventDefault(); }
  }

  timeKey(e) {
    const c = this.clock, n = e.shiftKey ? 10 : 1;
    return { " ": () => c.toggle(), ArrowLeft: () => c.step(-n), ArrowRight: () => c.step(n), Home: () => { c.pause(); c.set(c.start); }, End: () => { c.pause(); c.set(c.end); },
      n: () => c.event(1), b: () => c.event(-1), "[": () => c.changeSpeed(-1), "]": () => c.changeSpeed(1), l: () => c.setLoop(!c.loop), "?": () => $("help").showModal() }[e.key];
  }

  sceneKey(e) {
    const v = this.view, by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!by) return undefined;
    return () => { if (e.shiftKey) v.camera.pan(-0.05 * by[0], -0.05 * by[1]); else v.camera.orbit(-0.1 * by[0], -0.1 * by[1]); v.dirty = true; };
  }

  viewKey(e) {
    const v = this.view, toggle = l => () => this.setLayer(l, v.hidden.has(l)), zoom = f => () => { v.camera.zoom(f); v.dirty = true; };
    if (/^[1-6]$/.test(e.key)) return () => this.setSide(Number(e.key) - 1);
    return { f: () => v.fit(false), o: () => this.setParallel(!v.camera.parallel), 0: () => this.setSide(-1), "+": zoom(0.85), "=": zoom(0.85), "-": zoom(1 / 0.85), j: toggle("joints"), s: toggle("springs"), d: toggle("flexible"), r: toggle("arrows"), p: toggle("contacts"),
      e: toggle("ellipsoids"), m: toggle("frames"), g: toggle("grid"), a: toggle("axes"), x: () => this.section.next(), t: () => this.trace(), c: () => this.follow(), ".": () => this.pickNext(1), ",": () => this.pickNext(-1), Escape: () => v.select(0) }[e.key];
  }

  /** Looks for new rows of a run that still goes. */
  async watch() {
    for (;;) {
      await new Promise(r => setTimeout(r, 1000));
      let s;
      try { s = await this.first.state(); } catch { return; }
      // Modes come at the end of a run, and their tab is made when the page opens.
      if (!s.live && s.document?.linear?.length) { location.reload(); return; }
      if (s.rows !== this.first.rows || s.killed !== this.first.killed || s.document?.status !== this.first.document?.status) await this.refresh(s);
      if (!s.live) return;
    }
  }

  async refresh(state) {
    const r = this.first, atEnd = this.clock.time >= this.clock.end && !this.clock.playing;
    Object.assign(r, state);
    r.forget();
    if (this.view) {
      const m = this.view.models[0].motion, fresh = await r.motion();
      Object.assign(m, { frames: fresh.frames, times: fresh.times, rows: fresh.rows, data: fresh.data });
      this.view.models[0].contacts = null;
      await loadSurfaces(r);
      this.view.models[0].loadRange();
      this.showDisplacement?.();
      if (!this.view.hidden.has("contacts")) await this.view.models[0].loadContacts();
      this.clock.times = m.times;
    } else this.clock.times = await r.times();
    this.clock.events = this.events();
    this.clock.drawTicks();
    this.showStatus();
    showFacts(this.panel("facts"), r, this.deck, this.clock);
    await this.plots.reload();
    this.clock.set(atEnd ? this.clock.end : this.clock.time);
  }
}

const app = new App();
globalThis.trammel = app;
app.start().catch(e => {
  console.error(e);
  document.body.replaceChildren(el("p", { style: "padding:2em", role: "alert" }, `The results cannot be shown: ${e.message}`));
});
