package inspect

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
)

// The cache of the dynamic linker (glibc, sysdeps/generic/dl-cache.h): a header
// of 48 bytes that begins with cacheMagic, with the number of entries behind
// it; then entries of 24 bytes: flags, place of the name, place of the path
// (counted from the header), and two fields that are of no concern here. Older
// systems put another table in front of it.
const (
	cacheMagic  = "glibc-ld.so.cache1.1"
	cacheHeader = 48
	cacheEntry  = 24
)

// cacheFlags are the flags of entries for an architecture.
var cacheFlags = map[elf.Machine]uint32{elf.EM_X86_64: 0x0303, elf.EM_AARCH64: 0x0a03}

// readLinkerCache returns paths by name, empty where there is no cache in the known
// form.
func readLinkerCache(file string, arch elf.Machine) map[string]string {
	paths := map[string]string{}
	data, err := os.ReadFile(file)
	if err != nil {
		return paths
	}
	at := bytes.Index(data, []byte(cacheMagic))
	if at < 0 || len(data) < at+cacheHeader {
		return paths
	}
	data = data[at:]
	n := int(binary.LittleEndian.Uint32(data[20:]))
	for i := 0; i < n && cacheHeader+(i+1)*cacheEntry <= len(data); i++ {
		e := data[cacheHeader+i*cacheEntry:]
		if binary.LittleEndian.Uint32(e) != cacheFlags[arch] {
			continue
		}
		name := readStringOfDyldCache(data, binary.LittleEndian.Uint32(e[4:]))
		if _, ok := paths[name]; !ok && name != "" {
			paths[name] = readStringOfDyldCache(data, binary.LittleEndian.Uint32(e[8:]))
		}
	}
	return paths
}

func readStringOfDyldCache(data []byte, at uint32) string {
	if int64(at) >= int64(len(data)) {
		return ""
	}
	text, _, _ := bytes.Cut(data[at:], []byte{0})
	return string(text)
}
