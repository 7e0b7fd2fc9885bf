//go:build amd64 || arm64

package frame

// spinHint reports the processor that this thread examines a word again and again.
func spinHint()
