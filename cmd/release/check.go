package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const (
	// largest is the size that a program may have, in bytes.
	largest = 45_000_000
	// slowest is how many times the processor time of an empty Go program the program may take to start. An empty one
	// takes 1 ms, so the limit is about 20 ms wherever it is measured.
	slowest = 20
)

// checkProgramSize reports a program that is too large.
func checkProgramSize(program string, p platform, failIfTooLarge bool) error {
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %.1f MB\n", p, float64(info.Size())/1e6)
	if failIfTooLarge && info.Size() > largest {
		return fmt.Errorf("the program for %s has %d bytes, %d are allowed", p, info.Size(), largest)
	}
	return nil
}

// checkStartupTime compares the processor time of `trammel version` with that of an empty Go program, which it builds in dir:
// the least of several starts in turns, of more of them where others keep the machine busy.
func checkStartupTime(program, dir string) error {
	source := filepath.Join(dir, "empty.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o666); err != nil {
		return err
	}
	empty := filepath.Join(dir, "empty")
	if _, err := runCommand(dir, []string{"CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off"}, "go", "build", "-ldflags", "-s -w", "-o", empty, source); err != nil {
		return err
	}
	const starts, most = 40, 200
	ours, least, ratio := time.Hour, time.Hour, 0.0
	for n := 1; n <= starts || n <= most && ratio > slowest; n++ {
		a, err := measureProcessorTime(program, "version")
		if err != nil {
			return err
		}
		b, err := measureProcessorTime(empty)
		if err != nil {
			return err
		}
		ours, least = min(ours, a), min(least, b)
		ratio = float64(ours) / float64(max(least, time.Microsecond))
	}
	fmt.Fprintf(os.Stderr, "start: %v of processor time, %.1f times an empty program (%v)\n", ours, ratio, least)
	if ratio > slowest {
		return fmt.Errorf("the program takes %.1f times the processor time of an empty one to start, %d are allowed", ratio, slowest)
	}
	return nil
}

// measureProcessorTime runs a program to its end.
func measureProcessorTime(name string, args ...string) (time.Duration, error) {
	c := exec.Command(name, args...)
	if err := c.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), nil
}
