package wasm

import (
	"fmt"
	"os"
	"testing"
)

// work is a folder for what several tests use; it goes when they are over.
var work string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "trammel-wasm-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	work = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}
