// WebGL2: programs and instanced batches. The poses of the bodies lie in a texture, so that a new time costs one upload however many
// bodies and instances there are.


const poseFunctions = `
uniform highp sampler2D uPoses; // two texels a body: position, quaternion x y z w
vec4 texel(float body, int k) { int i = int(body + 0.5) * 2 + k; int w = textureSize(uPoses, 0).x; return texelFetch(uPoses, ivec2(i % w, i / w), 0); }
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;
const head = `#version 300 es
precision highp float;
uniform mat4 uView, uProjection;
uniform vec2 uViewport;
uniform float uScale; // of radii
${poseFunctions}
out vec3 vNormal; out vec3 vEye; out vec4 vColor; flat out float vItem;
`;

const solidVertex = head + `
vec3 heat(float x) {
  float t = clamp(x, 0.0, 1.0) * 3.0;
  vec3 a = vec3(0.23, 0.35, 0.75), b = vec3(0.2, 0.68, 0.72), c = vec3(0.93, 0.8, 0.25), d = vec3(0.82, 0.2, 0.17);
  return t < 1.0 ? mix(a, b, t) : t < 2.0 ? mix(b, c, t - 1.0) : mix(c, d, t - 2.0);
}
layout(location=0) in vec4 aPoint; layout(location=1) in vec3 aNormal;
layout(location=2) in vec4 iX; layout(location=3) in vec4 iY; layout(location=4) in vec4 iZ; layout(location=5) in vec4 iColor; layout(location=6) in vec4 iMore;
void main() {
  float body = iMore.x, taper = iMore.z;
  vec4 p = vec4(aPoint.xyz, 1.0); vec3 n = aNormal;
  if (taper < 1.0) { p.xy *= mix(1.0, taper, p.z); if (abs(n.z) < 0.5) n.z = 1.0 - taper; }
  vec3 local = vec3(dot(iX, p), dot(iY, p), dot(iZ, p));
  mat3 m = transpose(mat3(iX.xyz, iY.xyz, iZ.xyz));
  vec3 c0 = cross(m[1], m[2]), c1 = cross(m[2], m[0]), c2 = cross(m[0], m[1]);
  vec3 normal = mat3(c0, c1, c2) * n * sign(dot(c0, m[0]));
  vec4 q = texel(body, 1);
  vec4 eye = uView * vec4(turn(q, local) + texel(body, 0).xyz, 1.0);
  vNormal = mat3(uView) * turn(q, normal); vEye = eye.xyz; vColor = iMore.w > 0.5 ? vec4(heat(aPoint.w), iColor.a) : iColor; vItem = iMore.y;
  gl_Position = uProjection * eye;
}`;

const ends = `
layout(location=0) in vec4 aPoint; layout(location=1) in vec3 aNormal;
layout(location=2) in vec4 iFrom; layout(location=3) in vec4 iTo; layout(location=4) in vec4 iMore; layout(location=5) in vec4 iColor;
vec3 start() { return turn(texel(iFrom.w, 1), iFrom.xyz) + texel(iFrom.w, 0).xyz; }
vec3 finish() { return turn(texel(iTo.w, 1), iTo.xyz) + texel(iTo.w, 0).xyz; }
`;

const linkVertex = head + ends + `
void main() {
  vec3 a = start(), b = finish(), d = b - a;
  float l = length(d), r = iMore.x * uScale;
  vec3 z = l > 0.0 ? d / l : vec3(0, 0, 1);
  vec3 x = normalize(cross(abs(z.x) < 0.6 ? vec3(1, 0, 0) : vec3(0, 1, 0), z)), y = cross(z, x);
  if (iMore.z > 0.0) r = min(r, l / 8.0); // an arrow keeps its shape
  vec3 p = a + r * (x * aPoint.x + y * aPoint.y) + z * (aPoint.z * l + aPoint.w * r);
  vec4 eye = uView * vec4(p, 1.0);
  vNormal = mat3(uView) * (x * aNormal.x + y * aNormal.y + z * aNormal.z); vEye = eye.xyz; vColor = iColor; vItem = iMore.y;
  gl_Position = uProjection * eye;
}`;

const lineVertex = head + ends + `
void main() {
  vec4 ea = uView * vec4(start(), 1.0), eb = uView * vec4(finish(), 1.0), a = uProjection * ea, b = uProjection * eb;
  float near = 1e-5; // ends behind the eye are cut off
  if (a.w < near && b.w < near) { gl_Position = vec4(2, 2, 2, 1); return; }
  if (a.w < near) { float part = (near - a.w) / (b.w - a.w); a = mix(a, b, part); ea = mix(ea, eb, part); }
  if (b.w < near) { float part = (near - b.w) / (a.w - b.w); b = mix(b, a, part); eb = mix(eb, ea, part); }
  vec2 d = (b.xy / b.w - a.xy / a.w) * uViewport;
  d = length(d) > 1e-6 ? normalize(d) : vec2(1, 0);
  vec4 p = aPoint.y < 0.5 ? a : b;
  p.xy += vec2(-d.y, d.x) * aPoint.x * iMore.x * 2.0 / uViewport * p.w;
  p.z -= 2e-4 * p.w;
  vNormal = vec3(0); vEye = aPoint.y < 0.5 ? ea.xyz : eb.xyz; vColor = iColor; vItem = iMore.y;
  gl_Position = p;
}`;

const fragment = `#version 300 es
precision highp float;
in vec3 vNormal; in vec3 vEye; in vec4 vColor; flat in float vItem;
uniform float uPick, uSelected, uHovered, uGhost;
uniform vec3 uTint;
uniform vec4 uSection; // what is ahead of this plane in the frame of the eye is cut away; 0 for none
out vec4 color;
void main() {
  if (dot(uSection.xyz, vEye) > uSection.w) discard;
  if (uPick > 0.5) {
    float i = floor(vItem + 0.5);
    color = vec4(mod(i, 256.0), mod(floor(i / 256.0), 256.0), floor(i / 65536.0), 255.0) / 255.0;
    return;
  }
  vec3 c = mix(vColor.rgb, uTint, 0.65 * uGhost);
  if (vItem > 0.5 && abs(vItem - uSelected) < 0.5) c = mix(c, vec3(1.0, 0.85, 0.2), 0.7);
  else if (vItem > 0.5 && abs(vItem - uHovered) < 0.5) c = mix(c, vec3(1.0), 0.3);
  float l = length(vNormal);
  if (l > 0.0) {
    vec3 n = vNormal / l;
    if (dot(n, vEye) > 0.0) n = -n;
    float key = max(dot(n, normalize(vec3(0.35, 0.75, 0.6))), 0.0), fill = 0.5 + 0.5 * n.y;
    vec3 h = normalize(vec3(0.35, 0.75, 0.6) - normalize(vEye));
    c = c * (0.46 + 0.28 * fill + 0.50 * key) + 0.12 * pow(max(dot(n, h), 0.0), 32.0);
  }
  color = vec4(c, vColor.a * mix(1.0, 0.45, uGhost));
}`;

const cut = new Set(["shapes", "sticks", "joints", "springs", "ellipsoids", "flexible"]); // layers that a section cuts

/** A canvas with its programs. */
export class Graphics {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: true, premultipliedAlpha: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("This browser has no WebGL2, which the scene needs. Plots and facts work without it.");
    this.gl = gl;
    this.canvas = canvas;
    this.calls = 0; // of drawing in the last frame
    this.programs = { solid: this.program(solidVertex), link: this.program(linkVertex), line: this.program(lineVertex) };
    this.quad = this.mesh(new Float32Array([-1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]), new Uint32Array([0, 1, 2, 2, 1, 3]));
  }

  program(vertex) {
    const gl = this.gl, p = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const s = gl.createShader(kind);
      gl.shaderSource(s, text);
      gl.compileShader(s);
      if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
      gl.attachShader(p, s);
    }
    gl.linkProgram(p);
    if (!gl.getProgramParameter(p, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(p));
    const at = {};
    for (const u of ["uView", "uProjection", "uViewport", "uScale", "uPoses", "uPick", "uSelected", "uHovered", "uGhost", "uTint", "uSection"]) at[u] = gl.getUniformLocation(p, u);
    return { p, at };
  }

  /** Vertices with seven numbers each, and triangles. */
  mesh(vertices, triangles) {
    const gl = this.gl, v = gl.createBuffer(), t = gl.createBuffer();
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ARRAY_BUFFER, v);
    gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, t);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    return { v, t, count: triangles.length };
  }

  /** Replaces the vertices of a mesh. */
  refill(mesh, vertices) {
    const gl = this.gl;
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ARRAY_BUFFER, mesh.v);
    gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.DYNAMIC_DRAW);
  }

  /** Instances of a mesh; of lines mesh is undefined. */
  batch(kind, mesh, data, layer) {
    const gl = this.gl, m = mesh ?? this.quad, floats = kind === "solid" ? 20 : 16;
    const vao = gl.createVertexArray(), buffer = gl.createBuffer();
    gl.bindVertexArray(vao);
    gl.bindBuffer(gl.ARRAY_BUFFER, m.v);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 28, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 3, gl.FLOAT, false, 28, 16);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    for (let k = 0; k < floats / 4; k++) {
      gl.enableVertexAttribArray(2 + k);
      gl.vertexAttribPointer(2 + k, 4, gl.FLOAT, false, 4 * floats, 16 * k);
      gl.vertexAttribDivisor(2 + k, 1);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, m.t);
    gl.bindVertexArray(null);
    const b = { kind, layer, vao, buffer, floats, elements: m.count, count: 0 };
    this.fill(b, data);
    return b;
  }

  /** Replaces the instances of a batch. */
  fill(b, data) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, b.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
    b.count = data.length / b.floats;
  }

  /** A texture for the poses of n bodies, and the numbers that go into it. */
  poses(n) {
    const gl = this.gl, width = Math.min(2048, 2 * n + 2), height = Math.ceil((2 * n + 2) / width);
    const t = gl.createTexture(), data = new Float32Array(4 * width * height);
    gl.bindTexture(gl.TEXTURE_2D, t);
    for (const k of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, k, gl.NEAREST);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, data);
    return { t, data, width, height };
  }

  /** Uploads poses, seven numbers a body: position, quaternion w x y z. */
  upload(texture, poses, n) {
    const gl = this.gl, d = texture.data;
    for (let i = 0; i < n; i++) {
      const a = 7 * i, b = 8 * i;
      d[b] = poses[a]; d[b + 1] = poses[a + 1]; d[b + 2] = poses[a + 2];
      d[b + 4] = poses[a + 4]; d[b + 5] = poses[a + 5]; d[b + 6] = poses[a + 6]; d[b + 7] = poses[a + 3];
    }
    gl.bindTexture(gl.TEXTURE_2D, texture.t);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, texture.width, texture.height, gl.RGBA, gl.FLOAT, d);
  }

  /** Begins a frame. */
  begin(background) {
    const gl = this.gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...background);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    this.calls = 0;
  }

  /** Draws batches; see holds view, projection, size, and how they look. */
  draw(batches, texture, see) {
    const gl = this.gl;
    let last = "";
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture.t);
    for (const b of batches) {
      const n = b.limit ?? b.count;
      if (!n || see.hidden?.(b.layer)) continue;
      const { p, at } = this.programs[b.kind];
      if (last !== b.kind) {
        gl.useProgram(p);
        gl.uniformMatrix4fv(at.uView, false, see.view);
        gl.uniformMatrix4fv(at.uProjection, false, see.projection);
        gl.uniform2f(at.uViewport, see.width, see.height);
        gl.uniform1i(at.uPoses, 0);
        gl.uniform1f(at.uPick, see.pick ? 1 : 0);
        gl.uniform1f(at.uSelected, see.selected ?? 0);
        gl.uniform1f(at.uHovered, see.hovered ?? 0);
        gl.uniform1f(at.uGhost, see.ghost ? 1 : 0);
        gl.uniform3f(at.uTint, ...(see.tint ?? [1, 1, 1]));
        last = b.kind;
      }
      gl.uniform4f(at.uSection, ...(see.section && cut.has(b.layer) ? see.section : [0, 0, 0, 0]));
      gl.uniform1f(at.uScale, 1);
      gl.bindVertexArray(b.vao);
      gl.drawElementsInstanced(gl.TRIANGLES, b.elements, gl.UNSIGNED_INT, 0, n);
      this.calls++;
    }
    gl.bindVertexArray(null);
  }

  /** The item in the middle of a square of pixels around x, y (in pixels of the buffer, from below); draw draws what can be picked. */
  pick(x, y, draw) {
    const gl = this.gl, w = gl.drawingBufferWidth, h = gl.drawingBufferHeight;
    if (!this.target || this.target.w !== w || this.target.h !== h) this.target = this.makeTarget(w, h);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.f);
    gl.disable(gl.BLEND);
    const size = 9, x0 = Math.round(x) - 4, y0 = Math.round(y) - 4, out = new Uint8Array(4 * size * size);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(x0, y0, size, size);
    this.begin([0, 0, 0, 0]);
    draw();
    gl.readPixels(x0, y0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, out);
    gl.disable(gl.SCISSOR_TEST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    let best = 0, least = Infinity;
    for (let i = 0; i < size * size; i++) {
      const id = out[4 * i] + 256 * out[4 * i + 1] + 65536 * out[4 * i + 2], far = Math.hypot(i % size - 4, Math.floor(i / size) - 4);
      if (id && far < least) { best = id; least = far; }
    }
    return best;
  }

  makeTarget(w, h) {
    const gl = this.gl, f = gl.createFramebuffer(), color = gl.createRenderbuffer(), depth = gl.createRenderbuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, f);
    for (const [r, format, at] of [[color, gl.RGBA8, gl.COLOR_ATTACHMENT0], [depth, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]]) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, r);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, w, h);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, at, gl.RENDERBUFFER, r);
    }
    return { f, w, h };
  }
}

