package cdll

import "runtime"

// suffix ends the file name of a shared library on this system.
var suffix = map[string]string{"windows": ".dll", "darwin": ".dylib"}[runtime.GOOS]

func init() {
	if suffix == "" {
		suffix = ".so"
	}
}
