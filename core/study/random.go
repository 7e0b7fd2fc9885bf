package study

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// hashToUint64 makes a number of a seed and two others by SHA-256.
func hashToUint64(seed, stream, n uint64) uint64 {
	var b [24]byte
	binary.LittleEndian.PutUint64(b[0:], seed)
	binary.LittleEndian.PutUint64(b[8:], stream)
	binary.LittleEndian.PutUint64(b[16:], n)
	sum := sha256.Sum256(b[:])
	return binary.LittleEndian.Uint64(sum[:])
}

// Streams of random numbers that do not depend on each other.
const (
	runStream   = iota + 1 // seeds of runs
	pointStream            // points of runs
	orderStream            // permutations of parameters in a Latin hypercube
	pathStream             // trajectories of Morris
)

// RunSeed is the seed of a run, from 0 to 2^53-1 so that every reader of JSON keeps it.
func RunSeed(studySeed uint64, run int) uint64 {
	return hashToUint64(studySeed, runStream, uint64(run)) >> 11
}

// newRandomGenerator returns a source of random numbers for the n-th of something.
func newRandomGenerator(seed, stream uint64, n int) *rand.Rand {
	return rand.New(rand.NewPCG(hashToUint64(seed, stream, uint64(n)), stream))
}

// drawOpenUnit draws a number between 0 and 1, without both.
func drawOpenUnit(g *rand.Rand) float64 { return (float64(g.Uint64()>>12) + 0.5) / (1 << 52) }
