//go:build linux && !amd64 && !arm64

package confine

// filterCalls has no filter for this architecture.
func filterCalls(report *Report) {
	report.lacks("sockets, attributes of files, limits of other processes: no filter for this processor")
}
