//go:build race

package main

// The tool is built as the tests are.
var raceFlags = []string{"-race"}
