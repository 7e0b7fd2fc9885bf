//go:build !linux

// Command plugin is for the faults of examples/faults, which run on Linux only.
package main

func main() {}
