package inspect

import (
	"debug/elf"
	"os"
	"runtime"
)

// Machine is where a library is to be loaded.
type Machine struct {
	System      string // linux
	Arch        elf.Machine
	LibraryPath []string // LD_LIBRARY_PATH
	Cache       string   // the dynamic linker's cache
	Folders     []string // its default folders
}

// ThisMachine is the machine that this program runs on.
func ThisMachine() *Machine {
	m := &Machine{System: runtime.GOOS, LibraryPath: splitPaths(os.Getenv("LD_LIBRARY_PATH")), Cache: "/etc/ld.so.cache"}
	triplet := ""
	switch runtime.GOARCH {
	case "amd64":
		m.Arch, triplet = elf.EM_X86_64, "x86_64-linux-gnu"
	case "arm64":
		m.Arch, triplet = elf.EM_AARCH64, "aarch64-linux-gnu"
	}
	for _, d := range []string{"/lib/" + triplet, "/usr/lib/" + triplet, "/lib64", "/usr/lib64", "/lib", "/usr/lib"} {
		if triplet != "" || d[len(d)-1] != '/' {
			m.Folders = append(m.Folders, d)
		}
	}
	return m
}

// process are the libraries that the solver itself has opened for all others.
var process = []string{"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0"}
