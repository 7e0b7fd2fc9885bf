// Time: play, loop, speed, scrub, frames; events as ticks on the line.

import { $, el, speak } from "trammel/dom";
import { format } from "trammel/math";

const speeds = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10];

export class Clock {
  /** times are those of the frames; events have time and text; unit is that of time. */
  constructor({ times, events, unit, seconds, onTime }) {
    Object.assign(this, { times, events, unit, onTime, playing: false, loop: true, time: times[0] ?? 0 });
    this.rate = 1 / (seconds || 1); // model time units in a second
    this.speed = this.sensible();
    const s = $("speed");
    for (const v of speeds) s.append(el("option", { value: v, selected: v === this.speed }, `${v} ×`));
    s.onchange = () => { this.speed = Number(s.value); };
    $("play").onclick = () => this.toggle();
    $("home").onclick = () => this.set(this.start);
    $("back").onclick = () => this.step(-1);
    $("step").onclick = () => this.step(1);
    $("loop").onclick = () => this.setLoop(!this.loop);
    this.slider = $("slider");
    this.slider.oninput = () => { this.pause(); this.set(this.start + (this.end - this.start) * this.slider.value / 1000); };
    new ResizeObserver(() => this.drawTicks()).observe($("line"));
    this.set(this.time);
  }

  get start() { return this.times[0] ?? 0; }
  get end() { return this.times[this.times.length - 1] ?? 0; }

  /** The speed at which the whole takes between 2 and 30 seconds. */
  sensible() {
    const real = (this.end - this.start) / this.rate;
    return speeds.find(s => real / s <= 30 && real / s > 2 && s >= 1) ?? [...speeds].reverse().find(s => real / s >= 2) ?? speeds[0];
  }

  set(t) {
    this.time = Math.min(Math.max(t, this.start), this.end);
    const part = this.end > this.start ? (this.time - this.start) / (this.end - this.start) : 0;
    if (document.activeElement !== this.slider || this.playing || Math.abs(this.slider.value / 1000 - part) > 2e-3) this.slider.value = Math.round(1000 * part);
    const text = `${format(this.time, 5)} ${this.unit}`;
    this.slider.setAttribute("aria-valuetext", text);
    $("now").textContent = `${text} / ${format(this.end)} ${this.unit}`;
    this.onTime(this.time);
  }

  toggle() { if (this.playing) this.pause(); else this.play(); }

  play() {
    if (this.time >= this.end) this.set(this.start);
    this.playing = true;
    this.last = performance.now();
    this.showPlay("Pause", "❚❚");
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.showPlay("Play", "▶");
    speak(`Paused at ${format(this.time)} ${this.unit}`);
  }

  showPlay(label, sign) {
    $("play").textContent = sign;
    $("play").setAttribute("aria-label", label);
    $("play").title = `${label} (Space)`;
  }

  setLoop(on) { this.loop = on; $("loop").setAttribute("aria-pressed", on); }

  changeSpeed(by) {
    const i = Math.min(Math.max(speeds.indexOf(this.speed) + by, 0), speeds.length - 1);
    this.speed = speeds[i];
    $("speed").value = this.speed;
    speak(`Speed ${this.speed}`);
  }

  /** Goes n frames ahead. */
  step(n) {
    this.pause();
    let i = this.frame(this.time);
    if (n > 0) i = Math.min(i + n, this.times.length - 1);
    else if (this.times[i] >= this.time - 1e-12 * Math.abs(this.end)) i = Math.max(i + n, 0);
    this.set(this.times[i] ?? 0);
  }

  frame(t) {
    let lo = 0, hi = this.times.length - 1;
    while (lo < hi) { const m = (lo + hi + 1) >> 1; if (this.times[m] <= t) lo = m; else hi = m - 1; }
    return lo;
  }

  /** Goes to the next event, or the one before. */
  event(direction) {
    const list = direction > 0 ? this.events : [...this.events].reverse();
    const e = list.find(x => direction > 0 ? x.time > this.time : x.time < this.time);
    if (e) { this.pause(); this.set(e.time); speak(e.text); }
  }

  /** Moves the time on if it plays. */
  tick() {
    if (!this.playing) return;
    const now = performance.now(), t = this.time + Math.min(now - this.last, 200) / 1000 * this.speed * this.rate;
    this.last = now;
    if (t <= this.end) this.set(t);
    else if (this.loop) this.set(this.start);
    else { this.set(this.end); this.pause(); }
  }

  drawTicks() {
    const c = $("ticks"), ratio = window.devicePixelRatio || 1, w = c.clientWidth, h = c.clientHeight, g = c.getContext("2d");
    c.width = w * ratio; c.height = h * ratio;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(c), inset = 8, colors = { warning: style.getPropertyValue("--warn"), event: style.getPropertyValue("--accent") };
    for (const e of this.events) {
      const x = inset + (e.time - this.start) / (this.end - this.start || 1) * (w - 2 * inset);
      g.fillStyle = colors[e.kind] ?? colors.event;
      if (e.kind === "warning") { g.beginPath(); g.moveTo(x, 22); g.lineTo(x + 4, 31); g.lineTo(x - 4, 31); g.fill(); }
      else g.fillRect(x - 1, 22, 2, 9);
    }
    $("line").title = this.events.length ? `${this.events.length} events (n and b go to the next and the one before)` : "";
  }
}
