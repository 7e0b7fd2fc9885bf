//go:build linux

package main

import (
	"os"
	"sync"
	"time"
)

// awaitRunEnd waits for the end of a run and reports whether it came. A run hangs that writes nothing for as long as the limit, or that has not ended after ten limits:
// an isolated routine takes part in hundreds of thousands of calls, and each waits for a processor where many programs run.
func awaitRunEnd(done <-chan error, limit time.Duration, written func() int64) bool {
	before := written()
	for range 10 {
		select {
		case <-done:
			return true
		case <-time.After(limit):
		}
		now := written()
		if now == before {
			return false
		}
		before = now
	}
	return false
}

// sizeOfResults is the size of all files in the folder of the results.
func sizeOfResults(dir string) (bytes int64) {
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if info, err := f.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
	}
	return bytes
}

// readPipe reads a pipe until nobody can write into it any more and returns a function that reports what came. Of a process
// that stays it waits for no more: what the run wrote is in the pipe when the run ends.
func readPipe(from *os.File) func() string {
	var mu sync.Mutex
	var text []byte
	over := make(chan struct{})
	go func() {
		defer close(over)
		defer from.Close()
		for part := make([]byte, 1<<16); ; {
			n, err := from.Read(part)
			mu.Lock()
			text = append(text, part[:n]...)
			mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return func() string {
		select {
		case <-over:
		case <-time.After(200 * time.Millisecond):
		}
		mu.Lock()
		defer mu.Unlock()
		return string(text)
	}
}
