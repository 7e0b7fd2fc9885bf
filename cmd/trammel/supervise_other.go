//go:build !linux

package main

import "sync/atomic"

// word is never called: nothing is shared.
func (v verdict) word(int) *atomic.Uint32 { return new(atomic.Uint32) }

// adopt does nothing: there are no supervisors.
func adopt() {}

// supervise does nothing: native code is not loaded on this system.
func supervise(*console) (code int, ok bool) { return 0, false }
