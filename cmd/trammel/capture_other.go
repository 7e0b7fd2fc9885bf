//go:build !linux

package main

import "io"

// capture does nothing here: native code is not loaded on this system.
type capture struct{}

func newCapture(io.Writer) (*capture, error) { return nil, nil }

func (c *capture) endCapture() {}
