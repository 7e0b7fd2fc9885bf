//go:build linux && !amd64 && !arm64

package confine

// installFilter has no filter for this architecture.
func installFilter(report *Report) {
	report.noteLacking("sockets, attributes of files, limits of other processes: no filter for this processor")
}
