//go:build race

package cdll

const raceDetector = true
