//go:build !windows

package cpython

// registeredPrograms lists no interpreters here.
func registeredPrograms() []string { return nil }
