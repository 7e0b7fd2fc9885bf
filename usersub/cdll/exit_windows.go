//go:build amd64

package cdll

import (
	"path/filepath"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/windows"
)

// patched are the modules whose imports were examined.
var patched = map[windows.Handle]bool{}

// patchExits lets the calls of exit() and abort() of all libraries that are loaded, but Windows' own, lead to the forwarding
// library: nothing else on Windows reports an exit before the other threads are dead.
func patchExits() {
	var modules [1024]windows.Handle
	var size uint32
	process := windows.CurrentProcess()
	if windows.EnumProcessModules(process, &modules[0], uint32(unsafe.Sizeof(modules)), &size) != nil {
		return
	}
	system, _ := windows.GetSystemDirectory()
	for _, m := range modules[:min(int(size)/int(unsafe.Sizeof(modules[0])), len(modules))] {
		if patched[m] {
			continue
		}
		patched[m] = true
		var name [windows.MAX_LONG_PATH]uint16
		n, err := windows.GetModuleFileName(m, &name[0], uint32(len(name)))
		path := windows.UTF16ToString(name[:n])
		if err != nil || strings.EqualFold(filepath.Dir(path), system) || !strings.EqualFold(filepath.Ext(path), ".dll") ||
			strings.EqualFold(filepath.Base(path), forwardName+".dll") {
			continue
		}
		var info windows.ModuleInfo
		if windows.GetModuleInformation(process, m, &info, uint32(unsafe.Sizeof(info))) == nil {
			moduleMemory{unsafe.Slice((*byte)(pointerTo(info.BaseOfDll)), info.SizeOfImage)}.patchExits()
		}
	}
}

// redirectAborts lets abort() of the libraries of C that are loaded lead to the forwarding library: also where no import can be replaced, as
// while a library is opened.
func redirectAborts() {
	const abort = 22 // SIGABRT
	forEachCRuntime("signal", func(_ string, fn uintptr) { purego.SyscallN(fn, abort, host.abort) })
}

// pointerTo turns an address outside of Go's memory into a pointer.
func pointerTo(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

// moduleMemory is the memory of a module.
type moduleMemory struct{ b []byte }

func (m moduleMemory) wordAt(at uint32) uint32 {
	if uint64(at)+4 > uint64(len(m.b)) {
		return 0
	}
	return *(*uint32)(unsafe.Pointer(&m.b[at]))
}

func (m moduleMemory) textAt(at uint32) string {
	if uint64(at) >= uint64(len(m.b)) {
		return ""
	}
	return windows.BytePtrToString(&m.b[at])
}

// patchExits replaces the addresses of functions that end the process. For the table of imports see dll.ReadFile.
func (m moduleMemory) patchExits() {
	optional := m.wordAt(0x3c) + 24
	table := m.wordAt(optional + 112 + 8)
	if table == 0 {
		return
	}
	for ; m.wordAt(table+12) != 0; table += 20 {
		names, slots := m.wordAt(table), m.wordAt(table+16)
		if names == 0 {
			continue
		}
		for ; m.wordAt(names) != 0 || m.wordAt(names+4) != 0; names, slots = names+8, slots+8 {
			if m.wordAt(names+4)>>31 != 0 {
				continue
			}
			switch m.textAt(m.wordAt(names) + 2) {
			case "exit", "_exit", "_Exit", "quick_exit", "ExitProcess":
				m.setSlot(slots, host.exit)
			case "abort":
				m.setSlot(slots, host.abort)
			case "TerminateProcess":
				m.setSlot(slots, host.end)
			}
		}
	}
}

// setSlot writes an address into a slot, which the loader has protected.
func (m moduleMemory) setSlot(slot uint32, address uintptr) {
	if uint64(slot)+8 > uint64(len(m.b)) {
		return
	}
	p := unsafe.Pointer(&m.b[slot])
	var was uint32
	if windows.VirtualProtect(uintptr(p), 8, windows.PAGE_READWRITE, &was) != nil {
		return
	}
	*(*uintptr)(p) = address
	_ = windows.VirtualProtect(uintptr(p), 8, was, &was)
}
