package raster

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// point is a point of the picture: samples from the upper left corner, and the reciprocal of the distance from the eye (of its
// negative where the projection is parallel), which is linear over the picture.
type point struct{ x, y, w float64 }

// drawMesh draws triangles.
func (v *Canvas) drawMesh(triangles []uint32, corners []corner, c rgb) {
	for i := 0; i+2 < len(triangles); i += 3 {
		v.clipAndDrawTriangle([3]corner{corners[triangles[i]], corners[triangles[i+1]], corners[triangles[i+2]]}, c)
	}
}

// clipAndDrawTriangle draws the part of a triangle before the eye.
func (v *Canvas) clipAndDrawTriangle(t [3]corner, c rgb) {
	var before []corner
	near := v.eye.near
	for i := range t {
		a, b := t[i], t[(i+1)%3]
		da, db := v.eye.depthFromEye(a.at), v.eye.depthFromEye(b.at)
		if da >= near {
			before = append(before, a)
		}
		if da >= near != (db >= near) {
			k := (near - da) / (db - da)
			before = append(before, corner{a.at.AddScaled(k, b.at.Sub(a.at)), a.normal.AddScaled(k, b.normal.Sub(a.normal))})
		}
	}
	for i := 1; i+1 < len(before); i++ {
		v.fillTriangle(&before[0], &before[i], &before[i+1], c)
	}
}

// fillTriangle fills a triangle; the light is interpolated between its corners.
func (v *Canvas) fillTriangle(a, b, c *corner, base rgb) {
	p, q, r := v.eye.projectPoint(a.at), v.eye.projectPoint(b.at), v.eye.projectPoint(c.at)
	area := (q.x-p.x)*(r.y-p.y) - (r.x-p.x)*(q.y-p.y)
	if area == 0 || math.IsNaN(area) {
		return
	}
	la, lb, lc := v.reflectedLight(a), v.reflectedLight(b), v.reflectedLight(c)
	x0, x1 := samplesCoveredBy(v.width, p.x, q.x, r.x)
	y0, y1 := samplesCoveredBy(v.height, p.y, q.y, r.y)
	for y := y0; y < y1; y++ {
		fy := float64(y) + 0.5
		for x := x0; x < x1; x++ {
			fx := float64(x) + 0.5
			u := ((q.x-fx)*(r.y-fy) - (r.x-fx)*(q.y-fy)) / area
			w := ((r.x-fx)*(p.y-fy) - (p.x-fx)*(r.y-fy)) / area
			k := 1 - u - w
			if u < 0 || w < 0 || k < 0 {
				continue
			}
			depth := float32(-(u*p.w + w*q.w + k*r.w))
			i := y*v.width + x
			if depth >= v.depth[i] {
				continue
			}
			v.depth[i] = depth
			diffuse := float32(u*la[0] + w*lb[0] + k*lc[0])
			gloss := float32(u*la[1] + w*lb[1] + k*lc[1])
			for ch := range 3 {
				v.pixels[i][ch] = min(base[ch]*diffuse+gloss, 1)
			}
		}
	}
}

// samplesCoveredBy is the range of samples that a triangle may cover.
func samplesCoveredBy(size int, a, b, c float64) (from, to int) {
	low, high := math.Floor(min(a, b, c)), math.Ceil(max(a, b, c))
	return int(max(low, 0)), int(min(high+1, float64(size)))
}

// reflectedLight is what light a corner reflects: a factor of its color, and white. Both sides of a surface are lit.
func (v *Canvas) reflectedLight(c *corner) [2]float64 {
	n := c.normal
	length := n.Norm()
	if length == 0 {
		return [2]float64{1, 0}
	}
	n = n.Scale(1 / length)
	toEye := v.eye.directionToEye(c.at)
	if n.Dot(toEye) < 0 {
		n = n.Neg()
	}
	key, fill := max(n.Dot(v.light), 0), 0.5+0.5*n.Dot(v.eye.up)
	half := v.light.Add(toEye).Unit()
	return [2]float64{0.46 + 0.28*fill + 0.50*key, 0.12 * math.Pow(max(n.Dot(half), 0), 32)}
}

// DrawLine draws a line of a width in pixels, in front of surfaces at the same distance; opacity is from 0 to 1.
func (v *Canvas) DrawLine(a, b spatial.Vec, c rgb, width, opacity float64) {
	near := v.eye.near
	da, db := v.eye.depthFromEye(a), v.eye.depthFromEye(b)
	switch {
	case da < near && db < near:
		return
	case da < near:
		a = a.AddScaled((near-da)/(db-da), b.Sub(a))
	case db < near:
		b = b.AddScaled((near-db)/(da-db), a.Sub(b))
	}
	p, q := v.eye.projectPoint(a), v.eye.projectPoint(b)
	dx, dy := q.x-p.x, q.y-p.y
	length := math.Hypot(dx, dy)
	if !(length > 0) || length > 1e7 {
		return
	}
	half := width * samples / 2
	x0, x1 := samplesCoveredBy(v.width, p.x-half, q.x-half, max(p.x, q.x)+half)
	y0, y1 := samplesCoveredBy(v.height, p.y-half, q.y-half, max(p.y, q.y)+half)
	v.fillStroke(&p, dx/length, dy/length, length, (q.w-p.w)/length, half, [4]int{x0, x1, y0, y1}, c, float32(opacity))
}

// fillStroke fills the samples of a box that lie within half a width of a line from p along x, y; rate is the change of w along it.
func (v *Canvas) fillStroke(p *point, x, y, length, rate, half float64, box [4]int, c rgb, opacity float32) {
	for row := box[2]; row < box[3]; row++ {
		oy := float64(row) + 0.5 - p.y
		from, to := box[0], box[1]
		if math.Abs(y) > 1e-3 { // the line crosses the row near one point
			mid := p.x + oy*x/y
			reach := half/math.Abs(y) + 1
			from, to = max(from, int(max(mid-reach, -1))), min(to, int(min(mid+reach+1, float64(box[1]))))
		}
		for col := from; col < to; col++ {
			ox := float64(col) + 0.5 - p.x
			along, off := ox*x+oy*y, ox*y-oy*x
			if along < 0 || along > length || math.Abs(off) > half {
				continue
			}
			i := row*v.width + col
			w := p.w + rate*along
			depth := float32(-(w + 1e-3*math.Abs(w)))
			if depth > v.depth[i] {
				continue
			}
			if opacity == 1 {
				v.depth[i] = depth
			}
			for ch := range 3 {
				v.pixels[i][ch] += opacity * (c[ch] - v.pixels[i][ch])
			}
		}
	}
}
