package system

import "math"

// grid is points of a shape: n[0] values of the first parameter for each of n[1] of
// the second.
type grid struct {
	n [2]int
	u [][2]float64
	p []vec
}

// How many points a search begins from: on each cubic piece, on a curve in all, and along
// each parameter of a surface.
const (
	perPiece   = 8
	leastCurve = 64
	mostCurve  = 4096
	onRoutine  = 256
	onSurface  = 40
)

// survey returns points all over a shape.
func (s *State) survey(i int) (g grid, err error) {
	h := &s.sys.Shapes[i]
	g.n = [2]int{onRoutine, 1}
	switch {
	case h.Spline != nil:
		g.n[0] = min(max(perPiece*len(h.Spline.piece), leastCurve), mostCurve)
	case h.N == 2:
		g.n = [2]int{onSurface, onSurface}
	}
	for b := range g.n[1] {
		for a := range g.n[0] {
			u := [2]float64{h.Lo[0] + (h.Hi[0]-h.Lo[0])*share(a, g.n[0], h.Closed[0])}
			if h.N == 2 {
				u[1] = h.Lo[1] + (h.Hi[1]-h.Lo[1])*share(b, g.n[1], h.Closed[1])
			}
			p, err := s.point(i, u)
			if err != nil {
				return g, err
			}
			g.u, g.p = append(g.u, u), append(g.p, p)
		}
	}
	return g, nil
}

// share is the place of sample k of n: a closed parameter ends before its start.
func share(k, n int, closed bool) float64 {
	if closed {
		return float64(k) / float64(n)
	}
	return float64(k) / float64(n-1)
}

// point returns a point of a shape within its range.
func (s *State) point(i int, u [2]float64) (vec, error) {
	var j shapeJet
	if c := s.sys.Shapes[i].Spline; c != nil {
		c.fill(&j, u[0])
		return j.p, nil
	}
	v, err := s.askShape(i, u, 0)
	if err == nil {
		j.take(v, 0)
	}
	return j.p, err
}

// scale returns the way per parameter along each parameter, on average.
func (g *grid) scale(h *Shape) (way [2]float64) {
	stride := [2]int{1, g.n[0]}
	for k := range h.N {
		n := 0
		for i := range g.p {
			if at := i / stride[k] % g.n[k]; at+1 < g.n[k] {
				way[k] += g.p[i+stride[k]].Sub(g.p[i]).Norm()
				n++
			}
		}
		way[k] /= float64(n) * (h.Hi[k] - h.Lo[k]) * (share(1, g.n[k], h.Closed[k]))
	}
	return way
}

// nearestOf returns the sample nearest to x and its distance.
func (g *grid) nearestOf(x vec) (u [2]float64, best float64) {
	best = math.Inf(1)
	for i, p := range g.p {
		if d := p.Sub(x).Norm(); d < best {
			u, best = g.u[i], d
		}
	}
	return u, best
}

// approach moves u to where the distance of the shape from x is a minimum, going
// down only. With r = c(u) - x, half the square of the distance has the gradient
// c_k·r and the second partials c_k·c_l + c_kl·r, of which the second part is left
// out where they are not positive.
func (s *State) approach(i int, u [2]float64, x vec) ([2]float64, error) {
	h := &s.sys.Shapes[i]
	var j shapeJet
	if err := s.shape(&j, i, u, 2); err != nil {
		return u, err
	}
	for range 100 {
		r := j.p.Sub(x)
		step := downhill(h.N, &j, r)
		f := r.Dot(r)
		moved := false
		for cut := 1.0; cut > 1e-10 && !moved; cut /= 2 {
			v, _ := h.inRange([2]float64{u[0] + cut*step[0], u[1] + cut*step[1]})
			var t shapeJet
			if err := s.shape(&t, i, v, 2); err != nil {
				return u, err
			}
			if d := t.p.Sub(x); d.Dot(d) < f {
				u, j, moved = v, t, true
			}
		}
		if !moved {
			break
		}
	}
	return u, nil
}

// downhill returns Newton's step towards the least distance.
func downhill(n int, j *shapeJet, r vec) (step [2]float64) {
	a, b, c := j.d[0].Dot(j.d[0])+j.dd[0].Dot(r), 0.0, 1.0
	if n == 2 {
		b, c = j.d[0].Dot(j.d[1])+j.dd[1].Dot(r), j.d[1].Dot(j.d[1])+j.dd[2].Dot(r)
	}
	det := a*c - b*b
	if !(a > 0 && det > 1e-12*a*c) {
		a = j.d[0].Dot(j.d[0])
		if n == 2 {
			b, c = j.d[0].Dot(j.d[1]), j.d[1].Dot(j.d[1])
		}
		if det = a*c - b*b; !(det > 0) {
			return step
		}
	}
	g, k := j.d[0].Dot(r), 0.0
	if n == 2 {
		k = j.d[1].Dot(r)
	}
	return [2]float64{-(c*g - b*k) / det, -(a*k - b*g) / det}
}
