package study

import (
	_ "embed"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

//go:embed joe-kuo.txt
var joeKuo string

// sobolBits is the number of binary digits of a coordinate: a sequence has 2^sobolBits points.
const sobolBits = 32

// sobolDirections are direction numbers by dimension, each from the highest digit on.
var sobolDirections = sync.OnceValue(func() (all [][sobolBits]uint32) {
	var first [sobolBits]uint32
	for i := range first {
		first[i] = 1 << (sobolBits - 1 - i)
	}
	all = append(all, first)
	for line := range strings.Lines(joeKuo) {
		f := strings.Fields(line)
		if len(f) < 4 || f[0] == "#" || f[0] == "d" {
			continue
		}
		numbers := make([]uint32, len(f))
		for i := range f {
			n, err := strconv.ParseUint(f[i], 10, 32)
			if err != nil {
				panic(fmt.Sprintf("study: joe-kuo.txt: %v", err))
			}
			numbers[i] = uint32(n)
		}
		if int(numbers[0]) != len(all)+1 {
			panic("study: joe-kuo.txt: " + line)
		}
		all = append(all, continueDirectionNumbers(int(numbers[1]), numbers[2], numbers[3:]))
	}
	return all
})

// continueDirectionNumbers continues direction numbers m_1 .. m_s by the recurrence of a primitive polynomial of degree s, whose coefficients
// a_1 .. a_(s-1) are the digits of a. (Bratley and Fox, ACM Trans. Math. Softw. 14 (1988) 88-100.)
func continueDirectionNumbers(s int, a uint32, m []uint32) (v [sobolBits]uint32) {
	for i := range v {
		if i < s {
			v[i] = m[i] << (sobolBits - 1 - i)
			continue
		}
		v[i] = v[i-s] ^ v[i-s]>>s
		for k := 1; k < s; k++ {
			v[i] ^= (a >> (s - 1 - k) & 1) * v[i-k]
		}
	}
	return v
}

func sobolDimensions() int { return len(sobolDirections()) }

// sobolPoint sets u to point n of the sequence, from 0 on, in the order of the Gray code. The first point is the origin.
func sobolPoint(n int, u []float64) {
	v, gray := sobolDirections(), uint32(n)^uint32(n)>>1
	for i := range u {
		x := uint32(0)
		for g := gray; g != 0; g &= g - 1 {
			x ^= v[i][bits.TrailingZeros32(g)]
		}
		u[i] = float64(x) / (1 << sobolBits)
	}
}

// newCenteredSobolSampler has the first n points. Each coordinate is moved to the center of its interval of width 1/N, where N is the power of
// two from n on: no distribution is evaluated at 0.
func newCenteredSobolSampler(n int) func(int, []float64) {
	half := 0.5 / float64(uint64(1)<<bits.Len64(uint64(n-1)))
	return func(run int, u []float64) {
		sobolPoint(run, u)
		for i := range u {
			u[i] += half
		}
	}
}
