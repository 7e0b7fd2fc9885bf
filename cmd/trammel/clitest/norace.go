//go:build !race

package clitest

var raceFlags []string
