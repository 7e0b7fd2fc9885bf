package dll

import (
	"regexp"
	"slices"
	"strings"
)

// isAPISetName reports whether a name is none of a file but of a set of functions of Windows.
func isAPISetName(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "api-ms-win-") || strings.HasPrefix(name, "ext-ms-")
}

// windows are libraries that are part of every Windows.
var windows = strings.Fields(`advapi32 bcrypt bcryptprimitives cfgmgr32 combase comctl32 comdlg32 crypt32 dbghelp gdi32 imagehlp imm32 iphlpapi
kernel32 kernelbase mpr msvcrt mswsock ncrypt netapi32 ntdll ole32 oleaut32 opengl32 glu32 powrprof psapi rpcrt4 secur32 setupapi shell32
shlwapi ucrtbase user32 userenv uxtheme version wininet winhttp winmm winspool.drv wintrust ws2_32 wsock32`)

// isWindowsLibrary reports by its name whether a library is part of Windows.
func isWindowsLibrary(name string) bool {
	return isAPISetName(name) || slices.Contains(windows, strings.TrimSuffix(libraryKey(name), ".dll"))
}

// origins say where the run-time libraries of compilers come from.
var origins = []struct{ name, origin string }{
	{`^(msvcr|msvcp|vcruntime|ucrtbase|concrt|mfc|vcomp)[0-9_]*d\.dll$`,
		"it is Microsoft's run-time library for debugging, which only Visual Studio has: build the library in its Release configuration (/MD)"},
	{`^(vcruntime140|msvcp140|concrt140|vcomp140|mfc140)`, "install Microsoft's Visual C++ Redistributable 2015-2022 (x64)"},
	{`^(msvcr120|msvcp120|vcomp120)`, "install Microsoft's Visual C++ Redistributable 2013 (x64)"},
	{`^(msvcr110|msvcp110|vcomp110)`, "install Microsoft's Visual C++ Redistributable 2012 (x64)"},
	{`^(msvcr100|msvcp100|vcomp100)`, "install Microsoft's Visual C++ Redistributable 2010 (x64)"},
	{`^(msvcr[789]0|msvcp[789]0|vcomp90)`, "install Microsoft's Visual C++ Redistributable 2005 or 2008 (x64)"},
	{`^(libifcore|libifport|libmmd|libmmt|libifcorert|libirc|libiomp5|svml_disp|libintlc|impi|mkl_)`,
		"install the run-time libraries of Intel's compilers for Windows (Fortran and C++ redistributable), or add their folder to PATH"},
	{`^(libgfortran|libquadmath|libgcc_s|libstdc\+\+|libwinpthread|libgomp)`,
		"it belongs to the compiler MinGW: copy it from its folder bin beside the library, add that folder to PATH, or link with -static"},
	{`^(libc\+\+|libunwind|libflang)`, "it belongs to the compiler LLVM: copy it beside the library, or add its folder to PATH"},
	{`^(cygwin1|cyg)`, "it belongs to Cygwin, whose libraries only programs of Cygwin can use: build the library with MinGW (x86_64-w64-mingw32-gcc)"},
	{`^python3`, "install that version of Python, or add its folder to PATH"},
}

// MissingLibraryHint says where a library that is missing can be had: a sentence for the user, "" if its name is not known.
func MissingLibraryHint(name string) string {
	name = libraryKey(name)
	for _, o := range origins {
		if regexp.MustCompile(o.name).MatchString(name) {
			return o.origin
		}
	}
	return ""
}
