package linear

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"

	"github.com/trammel-mbd/trammel/core/solve"
)

// Mode is an eigenvalue of A, of a conjugate pair that with the positive imaginary
// part, and its shape, scaled so that its largest component is 1.
type Mode struct {
	Value complex128   // in rad per time
	Q     []complex128 // NV: the tangent vector of all positions, not resolved in frames
	X     []complex128 // first-order states
}

// RealPartHz, ImagPartHz and UndampedFrequencyHz are real part, imaginary part and magnitude of the eigenvalue over 2π, in Hz. The last one is
// the undamped natural frequency.
func (m *Mode) RealPartHz() float64          { return withoutNegativeZero(real(m.Value)) / (2 * math.Pi) }
func (m *Mode) ImagPartHz() float64          { return imag(m.Value) / (2 * math.Pi) }
func (m *Mode) UndampedFrequencyHz() float64 { return cmplx.Abs(m.Value) / (2 * math.Pi) }

// DampingRatio is the damping ratio -Re λ/|λ|, 0 for λ = 0.
func (m *Mode) DampingRatio() float64 {
	if m.Value == 0 {
		return 0
	}
	return withoutNegativeZero(-real(m.Value) / cmplx.Abs(m.Value))
}

// withoutNegativeZero removes the sign of -0.
func withoutNegativeZero(x float64) float64 { return x + 0 }

// ComputeModes returns the modes by rising frequency. A mode without motion of positions
// and states, one of speeds alone, has the shape 0.
func (s *System) ComputeModes(balance bool) ([]Mode, error) {
	value, vector, err := solve.EigenDecompose(append([]float64(nil), s.A...), s.N, balance)
	if err != nil {
		return nil, err
	}
	var all []Mode
	for k, v := range value {
		if imag(v) >= 0 {
			all = append(all, s.newMode(v, vector[k]))
		}
	}
	slices.SortStableFunc(all, func(a, b Mode) int {
		return cmp.Or(cmp.Compare(roundTo12Digits(cmplx.Abs(a.Value)), roundTo12Digits(cmplx.Abs(b.Value))), cmp.Compare(real(a.Value), real(b.Value)))
	})
	return all, nil
}

// roundTo12Digits keeps twelve digits, so that round-off does not order ±λ.
func roundTo12Digits(x float64) float64 {
	f, e := math.Frexp(x)
	return math.Ldexp(math.Round(f*(1<<40)), e-40)
}

func (s *System) newMode(value complex128, x []complex128) Mode {
	u := x[:s.nq]
	if s.basis != nil {
		u = make([]complex128, s.nq)
		for i := range u {
			for j, v := range x[:s.nq] {
				u[i] += complex(s.basis[i*s.nq+j], 0) * v
			}
		}
	}
	m := Mode{Value: value, Q: make([]complex128, s.layout.NV), X: slices.Clone(x[s.nq+s.nv:])}
	for j, v := range u {
		if v != 0 {
			for i, q := range s.shape[j] {
				m.Q[i] += complex(q, 0) * v
			}
		}
	}
	m.normalizeShape()
	return m
}

// normalizeShape makes the largest component 1; what is round-off beside it becomes 0.
func (m *Mode) normalizeShape() {
	var most complex128
	for _, list := range [2][]complex128{m.Q, m.X} {
		for _, v := range list {
			if cmplx.Abs(v) > cmplx.Abs(most)*(1+1e-9) {
				most = v
			}
		}
	}
	if most == 0 {
		return
	}
	for _, list := range [2][]complex128{m.Q, m.X} {
		for i, v := range list {
			v /= most
			list[i] = complex(zeroIfNegligible(real(v)), zeroIfNegligible(imag(v)))
		}
	}
}

func zeroIfNegligible(x float64) float64 {
	if math.Abs(x) < 1e-14 {
		return 0
	}
	return x
}
