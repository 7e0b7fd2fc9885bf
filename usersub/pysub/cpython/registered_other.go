//go:build !windows

package cpython

// listRegisteredInterpreters lists no interpreters here.
func listRegisteredInterpreters() []string { return nil }
