//go:build !linux

// Command faults runs on Linux only.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "faults: Linux only")
	os.Exit(2)
}
