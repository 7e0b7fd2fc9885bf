//go:build !linux

package main

import "sync/atomic"

// counterAt is never called: nothing is shared.
func (v childStatus) counterAt(int) *atomic.Uint32 { return new(atomic.Uint32) }

// attachSupervisorMemory does nothing: there are no supervisors.
func attachSupervisorMemory() {}

// runSupervised does nothing: native code is not loaded on this system.
func runSupervised(*console) (code int, ok bool) { return 0, false }
