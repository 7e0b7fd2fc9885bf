package main

import (
	"os"
	"strconv"
	"strings"
)

// A worker of a study is replaced when its memory has grown: what libraries and scripts keep of a run nobody knows. To start a worker takes as long as few runs.
const (
	memoryGrowth = 256 << 20 // bytes beyond those after the first run
	mostRuns     = 10_000    // of a worker where its memory is not known
)

// memoryInUse is the memory that this process has in use, in bytes; 0 where that is not known.
func memoryInUse() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	f := strings.Fields(string(text))
	if len(f) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(f[1])
	return pages * os.Getpagesize()
}

// growthMonitor watches the memory of a worker.
type growthMonitor struct {
	runs  int
	first int // memory after the first run
}

// needsNewWorkerAfterRun is called after each run. It reports whether the worker is to be replaced.
func (g *growthMonitor) needsNewWorkerAfterRun() bool {
	g.runs++
	if g.runs%64 != 1 {
		return false
	}
	now := memoryInUse()
	if g.runs == 1 {
		g.first = now
	}
	return now > g.first+memoryGrowth || now == 0 && g.runs > mostRuns
}
