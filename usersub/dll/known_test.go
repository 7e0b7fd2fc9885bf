package dll

import (
	"strings"
	"testing"
)

func TestOrigin(t *testing.T) {
	for name, want := range map[string]string{"MSVCR100.dll": "2010", "MSVCP140.dll": "2015-2022", "VCRUNTIME140_1.dll": "2015-2022", "msvcr120d.dll": "Release",
		"ucrtbased.dll": "Release", "libifcoremd.dll": "Intel", "LIBMMD.DLL": "Intel", "svml_dispmd.dll": "Intel", "libgfortran-5.dll": "MinGW",
		"libstdc++-6.dll": "MinGW", "cygwin1.dll": "Cygwin", "msvcr90": "2008", "tyre.dll": "", "kernel32.dll": ""} {
		if got := MissingLibraryHint(name); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s comes from %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]bool{"KERNEL32.dll": true, "api-ms-win-crt-math-l1-1-0.dll": true, "AsUtility.dll": false, "winspool.drv": true} {
		if isWindowsLibrary(name) != want {
			t.Errorf("%s: of Windows %t", name, !want)
		}
	}
}
