//go:build !((linux && !android && (amd64 || arm64)) || (darwin && (amd64 || arm64)))

package cpython

import (
	"fmt"
	"runtime"
)

func startInProcess(*Engine) (host, error) {
	return nil, fmt.Errorf("CPython does not run inside of this program on %s/%s", runtime.GOOS, runtime.GOARCH)
}
