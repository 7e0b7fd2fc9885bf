package cdll

import "runtime"

// suffix ends the file name of a shared library on this system; systemPath is the variable with the folders of libraries.
var suffix, systemPath = ".so", "LD_LIBRARY_PATH"

func init() {
	switch runtime.GOOS {
	case "windows":
		suffix, systemPath = ".dll", "PATH"
	case "darwin":
		suffix = ".dylib"
	}
}
