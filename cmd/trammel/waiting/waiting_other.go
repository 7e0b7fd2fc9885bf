//go:build !linux

// Package waiting has nothing to wait for on this system.
package waiting
