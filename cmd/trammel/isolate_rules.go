package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/inspect"
)

// What every worker may read: libraries of the system and their settings, and what
// runtimes examine.
var systemFiles = []string{
	"/usr/share/zoneinfo", "/usr/share/locale", "/etc/localtime", "/etc/ld.so.preload", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
	"/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat",
	"/proc/sys/vm/overcommit_memory", "/dev/urandom", "/dev/random",
}

// Libraries of the system, among them the program that loads them, which is started.
var systemLibraries = []string{"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64"}

// confinementRules are what a worker may do for a routine, dir is the folder of its file.
func (x *isolation) confinementRules(ref *usersub.Ref, dir string) confine.Rules {
	f := x.flags
	r := confine.Rules{
		Read:    append([]string{ref.Dir, dir}, systemFiles...),
		Execute: append([]string(nil), systemLibraries...),
		Write:   []string{"/dev/null", "/dev/zero"},
		Memory:  f.memory, CPU: f.cpu, Core: f.core,
	}
	if self, err := confine.OwnExecutablePath(); err == nil {
		r.Execute = append(r.Execute, self)
	}
	for _, name := range []string{"LD_LIBRARY_PATH", "MS_USERDLL_DIR", "NUSOL_DLL_DIR", "PYTHONPATH"} {
		r.Read = append(r.Read, filepath.SplitList(os.Getenv(name))...)
	}
	r.Read = append(r.Read, f.allowRead...)
	r.Write = append(r.Write, f.allowWrite...)
	if f.core {
		r.Write = append(r.Write, ref.Dir) // the kernel writes it as the process would, into its folder
	}
	// Relative paths mean the folder of the command, not that of the worker.
	for _, list := range [][]string{r.Read, r.Execute, r.Write} {
		for i, p := range list {
			if abs, err := filepath.Abs(p); err == nil && strings.TrimSpace(p) != "" {
				list[i] = abs
			}
		}
	}
	return r
}

// listLibraryDependencies returns the libraries that a library needs, as far as they are found.
func listLibraryDependencies(path string) []string {
	var list []string
	for _, n := range inspect.ExamineFile(path, inspect.ThisMachine()).Needs {
		if n.Path != "" {
			list = append(list, n.Path)
		}
	}
	return list
}
