package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
)

// describeFailedRun says that the run that left a folder did not end well; "" of others, of
// files, and where run.json is not there.
func describeFailedRun(path string) string {
	text, err := os.ReadFile(filepath.Join(path, run.DocumentFile))
	if err != nil {
		return ""
	}
	var d run.Document
	switch err := json.Unmarshal(text, &d); {
	case err != nil:
		return fmt.Sprintf("%s: %s cannot be read: %v", path, run.DocumentFile, err)
	case d.Status == run.OK:
		return ""
	case d.Status == run.Running && !run.IsBeingWritten(path):
		return path + ": the run was killed"
	case d.Status == run.Running:
		return path + ": the run has not ended"
	}
	why := ""
	if d.Error != nil {
		why, _, _ = strings.Cut(d.Error.Message, "\n")
		why = ": " + why
	}
	return fmt.Sprintf("%s: the run %s with code %d%s", path, map[bool]string{true: "was interrupted", false: "failed"}[d.Status == run.Interrupted], d.ExitCode, why)
}

// checkRowsCompared returns an error where nothing was compared: tables without rows agree about nothing.
func checkRowsCompared(all []*result.Difference) error {
	var names []string
	for _, d := range all {
		if d.Rows > 0 || d.Unmatched != "" {
			return nil
		}
		names = append(names, d.A, d.B)
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("nothing to compare: there are no rows in %s", strings.Join(names, " and "))
}
