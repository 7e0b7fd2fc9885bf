package pack

import (
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"fmt"
	"io"
	"os"
	"strings"
)

// PlatformOf returns the platform that a program is for, by its first bytes: "linux/amd64", or Any for a script.
func PlatformOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, 4)
	n, _ := io.ReadFull(f, head)
	platform := ""
	switch text := string(head[:n]); {
	case strings.HasPrefix(text, "#!"):
		return Any, nil
	case text == elf.ELFMAG:
		platform = elfPlatform(f)
	case strings.HasPrefix(text, "MZ"):
		if p, err := pe.NewFile(f); err == nil {
			platform = joinPlatform("windows", peArchitectures[p.Machine])
		}
	case text == "\xcf\xfa\xed\xfe":
		if m, err := macho.NewFile(f); err == nil {
			platform = joinPlatform("darwin", machoArchitectures[m.Cpu])
		}
	}
	if platform == "" {
		return "", fmt.Errorf("%s is not a program that a pack can hold: neither ELF nor PE nor Mach-O for one processor (386, amd64, arm, arm64, riscv64), nor a script with an interpreter in its first line", path)
	}
	return platform, nil
}

func elfPlatform(r io.ReaderAt) string {
	f, err := elf.NewFile(r)
	if err != nil {
		return ""
	}
	system := "linux"
	if f.OSABI == elf.ELFOSABI_FREEBSD {
		system = "freebsd"
	}
	return joinPlatform(system, elfArchitectures[f.Machine])
}

// joinPlatform returns "linux/amd64", "" where the processor is not known.
func joinPlatform(system, architecture string) string {
	if architecture == "" {
		return ""
	}
	return system + "/" + architecture
}

// Processors as Go names them.
var (
	elfArchitectures = map[elf.Machine]string{elf.EM_386: "386", elf.EM_X86_64: "amd64", elf.EM_ARM: "arm", elf.EM_AARCH64: "arm64", elf.EM_RISCV: "riscv64"}
	peArchitectures  = map[uint16]string{pe.IMAGE_FILE_MACHINE_I386: "386", pe.IMAGE_FILE_MACHINE_AMD64: "amd64", pe.IMAGE_FILE_MACHINE_ARM64: "arm64"}

	machoArchitectures = map[macho.Cpu]string{macho.CpuAmd64: "amd64", macho.CpuArm64: "arm64"}
)
