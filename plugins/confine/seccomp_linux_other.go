//go:build linux && !amd64 && !arm64

package confine

// installSeccompFilter has no filter for this architecture.
func installSeccompFilter(report *Report) {
	report.noteUnenforced("sockets, attributes of files, limits of other processes: no filter for this processor")
}
