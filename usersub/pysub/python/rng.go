package python

import (
	crand "crypto/rand"
	"crypto/sha512"
	little "encoding/binary"
	"math"
	"math/big"

	"github.com/go-python/gpython/py"
)

// mersenneTwister is the generator of Python's module random: MT19937 of Matsumoto and Nishimura
// (ACM TOMACS 8, 1998), seeded by the array of 32-bit words of a whole number as
// their init_by_array does. The same seed gives the numbers of CPython.
type mersenneTwister struct {
	word [624]uint32
	at   int
}

var rngType = py.NewTypeX("random generator", "the Mersenne Twister", nil, nil)

// Type returns the Python type.
func (g *mersenneTwister) Type() *py.Type { return rngType }

func installRandom() {
	for _, m := range rngMethods {
		rngType.Dict[m.Name] = m
	}
	py.RegisterModule(&py.ModuleImpl{Info: py.ModuleInfo{Name: "_random"}, Methods: []*py.Method{
		newBuiltinMethod("generator", 0, 0, func(_ py.Object, _ py.Tuple) (py.Object, error) { return &mersenneTwister{}, nil }),
	}})
}

var rngMethods = []*py.Method{
	newBuiltinMethod("seed", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		n, err := toSeed(args[0])
		if err == nil {
			self.(*mersenneTwister).seedWith(n)
		}
		return py.None, err
	}),
	newBuiltinMethod("random", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		return py.Float(self.(*mersenneTwister).nextFloat()), nil
	}),
	newBuiltinMethod("getrandbits", 1, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		k, err := py.IndexInt(args[0])
		if err != nil {
			return nil, err
		}
		if k < 0 || k > 1<<20 {
			return nil, py.ExceptionNewf(py.ValueError, "number of bits must be non-negative and at most 1048576")
		}
		return shrinkToInt64(self.(*mersenneTwister).nextBits(k)), nil
	}),
}

// shrinkToInt64 returns a whole number as the smaller of gpython's two kinds if it can.
func shrinkToInt64(n *big.Int) py.Object {
	if n.IsInt64() {
		return py.Int(n.Int64())
	}
	return (*py.BigInt)(n)
}

// toSeed returns the whole number that a seed stands for: its absolute value, the hash of a
// float, text and its SHA-512 read as one number, and something new for None.
func toSeed(o py.Object) (*big.Int, error) {
	switch x := truthAsInt(o).(type) {
	case py.NoneType:
		b := make([]byte, 624*4)
		_, err := crand.Read(b)
		return new(big.Int).SetBytes(b), err
	case py.Int:
		n := big.NewInt(int64(x))
		return n.Abs(n), nil
	case *py.BigInt:
		return new(big.Int).Abs((*big.Int)(x)), nil
	case py.Float:
		return new(big.Int).SetUint64(uint64(hashOfFloat(float64(x)))), nil
	case py.String:
		sum := sha512.Sum512([]byte(x))
		return new(big.Int).SetBytes(append([]byte(x), sum[:]...)), nil
	}
	return nil, py.ExceptionNewf(py.TypeError, "The only supported seed types are: None, int, float, str, bytes, and bytearray.")
}

// hashOfFloat is hash(x) of a float: its value modulo the prime 2**61 - 1, with its
// sign, and -2 for -1 (Python's documentation of types, "Hashing of numeric types").
func hashOfFloat(x float64) int64 {
	switch {
	case math.IsInf(x, 1):
		return 314159
	case math.IsInf(x, -1):
		return -314159
	case math.IsNaN(x):
		return 0
	}
	frac, exp := math.Frexp(math.Abs(x))
	m := uint64(math.Ldexp(frac, 53))
	n := new(big.Int).SetUint64(m)
	n.Lsh(n, uint(((exp-53)%61+61)%61)) // 2**61 is 1 modulo the prime
	hash := n.Mod(n, big.NewInt(1<<61-1)).Int64()
	if x < 0 {
		hash = -hash
	}
	if hash == -1 {
		return -2
	}
	return hash
}

func (g *mersenneTwister) initState(s uint32) {
	g.word[0] = s
	for i := 1; i < len(g.word); i++ {
		g.word[i] = 1812433253*(g.word[i-1]^g.word[i-1]>>30) + uint32(i)
	}
	g.at = len(g.word)
}

// seedWith is init_by_array with the words of n, the lowest first.
func (g *mersenneTwister) seedWith(n *big.Int) {
	b := n.Bytes()
	key := make([]uint32, max(1, (len(b)+3)/4))
	for i := range b {
		key[i/4] |= uint32(b[len(b)-1-i]) << (8 * (i % 4))
	}
	g.initState(19650218)
	w, i, j := &g.word, 1, 0
	step := func() {
		if i++; i == len(w) {
			w[0], i = w[len(w)-1], 1
		}
	}
	for range max(len(w), len(key)) {
		w[i] = (w[i] ^ (w[i-1]^w[i-1]>>30)*1664525) + key[j] + uint32(j)
		step()
		j = (j + 1) % len(key)
	}
	for range len(w) - 1 {
		w[i] = (w[i] ^ (w[i-1]^w[i-1]>>30)*1566083941) - uint32(i)
		step()
	}
	w[0] = 1 << 31
}

// nextWord is the next word.
func (g *mersenneTwister) nextWord() uint32 {
	w := &g.word
	if g.at >= len(w) {
		for k := range w {
			y := w[k]&(1<<31) | w[(k+1)%len(w)]&(1<<31-1)
			w[k] = w[(k+397)%len(w)] ^ y>>1 ^ (y&1)*0x9908b0df
		}
		g.at = 0
	}
	y := w[g.at]
	g.at++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// nextFloat is a number in [0,1) with 53 bits.
func (g *mersenneTwister) nextFloat() float64 {
	a, b := g.nextWord()>>5, g.nextWord()>>6
	return (float64(a)*(1<<26) + float64(b)) / (1 << 53)
}

// nextBits are k random bits as a whole number, the lowest word first.
func (g *mersenneTwister) nextBits(k int) *big.Int {
	var b []byte
	for ; k > 0; k -= 32 {
		r := g.nextWord()
		if k < 32 {
			r >>= 32 - k
		}
		b = little.LittleEndian.AppendUint32(b, r)
	}
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return new(big.Int).SetBytes(b)
}
