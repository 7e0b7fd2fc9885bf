package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/plugins/confine"
)

// leastMemory is what a worker needs for itself.
const leastMemory = 16 << 20

// parseWorkerLimits reads the limits of workers.
func (f *loadFlags) parseWorkerLimits() (err error) {
	if f.memory, err = parseMemorySize(f.memoryLimit); err != nil {
		return err
	}
	if f.cpu, err = parseSeconds(f.cpuLimit); err != nil {
		return err
	}
	for _, v := range f.env {
		if name, _, _ := strings.Cut(v, "="); name == "" {
			return fmt.Errorf("--env %q: it is NAME or NAME=VALUE", v)
		}
	}
	return nil
}

// parseMemorySize reads an amount of memory in bytes; empty is half of the machine's, none is 0.
func parseMemorySize(text string) (uint64, error) {
	switch strings.ToLower(text) {
	case "":
		return confine.InstalledMemory() / 2, nil
	case "none":
		return 0, nil
	}
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	shift := 0
	if n := len(number); n > 0 {
		if i := strings.IndexByte("KMGT", number[n-1]); i >= 0 {
			shift, number = 10*(i+1), number[:n-1]
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if v = v * math.Ldexp(1, shift); err != nil || !(v >= 0 && v < math.Ldexp(1, 62)) {
		return 0, fmt.Errorf("--memory-limit %q: it is a size, such as 512M or 4G, or none", text)
	}
	if v < leastMemory {
		return 0, fmt.Errorf("--memory-limit must be at least %dM", leastMemory>>20)
	}
	return uint64(v), nil
}

// moduleMemoryLimit is the memory that a WebAssembly module may have, 0 for what is usual:
// --memory-limit, where it is given, as far as its addresses reach.
func (f *loadFlags) moduleMemoryLimit() uint64 {
	const most = 1<<32 - 1<<16
	switch {
	case f.memoryLimit == "":
		return 0
	case f.memory == 0:
		return most
	}
	return min(f.memory, most)
}

// parseSeconds reads a time in whole seconds, rounded up; empty is 0, no limit.
func parseSeconds(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	s, err := strconv.ParseFloat(text, 64)
	if err != nil {
		d, bad := time.ParseDuration(text)
		s, err = d.Seconds(), bad
	}
	if err != nil || !(s < 1e9) {
		return 0, fmt.Errorf("--cpu-limit %q: it is a time, such as 90s or 10m", text)
	}
	if s <= 0 {
		return 0, fmt.Errorf("--cpu-limit must be greater than 0")
	}
	return uint64(math.Ceil(s)), nil
}
