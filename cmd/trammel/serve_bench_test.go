package main

import "testing"

// BenchmarkServeEmpty is the round trip of an empty request.
func BenchmarkServeEmpty(b *testing.B) {
	s := serveTool(b)
	b.ResetTimer()
	for range b.N {
		s.request(map[string]any{"request": "info"})
	}
}
