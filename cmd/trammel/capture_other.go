//go:build !linux

package main

import "io"

// stdoutCapture does nothing here: native code is not loaded on this system.
type stdoutCapture struct{}

func captureStdout(io.Writer) (*stdoutCapture, error) { return nil, nil }

func (c *stdoutCapture) restoreStdout() {}
