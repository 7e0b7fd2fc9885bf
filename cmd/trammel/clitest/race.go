//go:build race

package clitest

// The tool is built as the tests are.
var raceFlags = []string{"-race"}
