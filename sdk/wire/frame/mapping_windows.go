package frame

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// newMemory makes memory of size bytes. It has no name and ends with its last user.
func newMemory(size int) (*os.File, error) {
	h, err := windows.CreateFileMapping(windows.InvalidHandle, inheritableAttributes(), windows.PAGE_READWRITE, uint32(uint64(size)>>32), uint32(size), nil)
	if err != nil {
		return nil, os.NewSyscallError("CreateFileMapping", err)
	}
	return os.NewFile(uintptr(h), "frames"), nil
}

// mapPages maps memory of a handle, which stays open.
func mapPages(handle uintptr, at, size int) ([]byte, error) {
	p, err := windows.MapViewOfFile(windows.Handle(handle), windows.FILE_MAP_READ|windows.FILE_MAP_WRITE, uint32(uint64(at)>>32), uint32(at), uintptr(size))
	if err != nil {
		return nil, os.NewSyscallError("MapViewOfFile", err)
	}
	// The memory is none of Go's, so that its address is no more than a number to the checks of vet.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&p)), size), nil
}

func unmapPages(b []byte) error {
	return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
}

// closeInherited closes the handle of memory that a plugin inherited.
func closeInherited(h int) { windows.CloseHandle(windows.Handle(h)) }

// hideFromChildren keeps it from children.
func hideFromChildren(h int) {
	_ = windows.SetHandleInformation(windows.Handle(h), windows.HANDLE_FLAG_INHERIT, 0)
}

// mappingGranularity is what places of mappings are multiples of: the granularity of allocations, not a page.
func mappingGranularity() int { return 1 << 16 }

// inheritableAttributes lets children that name it inherit what is made with it.
func inheritableAttributes() *windows.SecurityAttributes {
	a := windows.SecurityAttributes{InheritHandle: 1}
	a.Length = uint32(unsafe.Sizeof(a))
	return &a
}
