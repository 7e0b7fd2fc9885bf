// A camera that turns about a point: azimuth and elevation against the vertical of the model.

import { add, across, cross, dot, norm, orthographic, perspective, scale, sub, unit, viewMatrix } from "trammel/math";

const fov = 0.6; // rad, of the height

export class Camera {
  constructor(up, normal) {
    this.up = unit(up);
    this.target = [0, 0, 0];
    this.height = 1; // of what is seen at the target
    this.parallel = false;
    const planar = norm(normal) > 0;
    this.ahead = planar ? unit(normal) : this.level();
    this.home = planar ? [0.25, 0.18] : [0.6, 0.35];
    [this.azimuth, this.elevation] = this.home;
  }

  /** A horizontal direction: y of the model where that is one, seen from its front. */
  level() {
    const front = Math.abs(this.up[2]) > 0.9 ? [0, -1, 0] : [0, 0, 1];
    const flat = sub(front, scale(this.up, dot(front, this.up)));
    return norm(flat) > 0.1 ? unit(flat) : across(this.up);
  }

  /** Unit axes right, up and back, and the position of the eye. */
  axes() {
    const side = cross(this.up, this.ahead);
    const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth), ce = Math.cos(this.elevation), se = Math.sin(this.elevation);
    const back = add(scale(add(scale(this.ahead, ca), scale(side, sa)), ce), scale(this.up, se));
    const right = add(scale(side, ca), scale(this.ahead, -sa));
    const up = cross(back, right);
    const distance = this.height / (2 * Math.tan(fov / 2));
    return { right, up, back, eye: add(this.target, scale(back, distance)), distance };
  }

  /** View and projection for a window; radius bounds the scene about middle. */
  matrices(aspect, middle, radius) {
    const { right, up, back, eye, distance } = this.axes();
    const far = dot(sub(eye, middle), back) + radius, near = this.parallel ? far - 2 * radius : Math.max(far - 2 * radius, distance / 200);
    const end = Math.max(far, near + distance / 100);
    return {
      view: viewMatrix(eye, right, up, back),
      projection: this.parallel ? orthographic(this.height, aspect, near, end) : perspective(fov, aspect, near, end),
    };
  }

  orbit(dx, dy) {
    this.azimuth -= dx;
    this.elevation = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.elevation + dy));
  }

  /** Moves the target by parts of the height of the window. */
  pan(dx, dy) {
    const { right, up } = this.axes();
    this.target = add(this.target, add(scale(right, -dx * this.height), scale(up, dy * this.height)));
  }

  /** Zooms by a factor about a point of the window, in parts of its height from the middle. */
  zoom(factor, x = 0, y = 0) {
    const before = this.height;
    this.height = Math.max(before * factor, 1e-9);
    const { right, up } = this.axes(), d = before - this.height;
    this.target = add(this.target, add(scale(right, x * d), scale(up, y * d)));
  }

  /** Looks from one side: 0 to 5 are front, back, right, left, top, below. */
  side(k) {
    [this.azimuth, this.elevation] = [[0, 0], [Math.PI, 0], [Math.PI / 2, 0], [-Math.PI / 2, 0], [0, Math.PI / 2], [0, -Math.PI / 2]][k];
  }

  /** Aims so that ranges along right, up and back fill the window, with a margin. */
  fit({ low, high }, aspect, least) {
    const { right, up, back } = this.axes(), height = Math.max(high[1] - low[1], (high[0] - low[0]) / aspect);
    this.target = [right, up, back].reduce((sum, a, k) => add(sum, scale(a, (low[k] + high[k]) / 2)), [0, 0, 0]);
    this.height = Math.max(1.25 * (height + 0.3 * (high[2] - low[2])), least);
  }
}
