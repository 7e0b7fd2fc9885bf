//go:build !amd64 && !arm64

package frame

// spinHint has no instruction here.
func spinHint() {}
