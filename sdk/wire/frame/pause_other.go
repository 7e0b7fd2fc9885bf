//go:build !amd64 && !arm64

package frame

// pause has no instruction here.
func pause() {}
