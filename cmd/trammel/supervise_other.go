//go:build !linux

package main

// attachSupervisorMemory does nothing: there are no supervisors.
func attachSupervisorMemory() {}

// runSupervised does nothing: native code is not loaded on this system.
func runSupervised(*console) (code int, ok bool) { return 0, false }
