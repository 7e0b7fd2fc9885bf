package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/trammel-mbd/trammel/plugins"
)

// writeCrashReport writes the report of a worker that was lost into the folder of the results, and
// returns its path.
func (s *simulation) writeCrashReport(c *plugins.Crash) string {
	for k := 1; ; k++ {
		name := fmt.Sprintf("crash-%d.json", k)
		f, err := os.OpenFile(s.rec.Path(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if os.IsExist(err) && k < 1000 {
			continue
		}
		if err != nil {
			s.rec.Warn("the report of a crash cannot be written: %v", err)
			return ""
		}
		defer f.Close()
		c.Core = s.moveCoreFile(c.Core, k)
		text, err := json.MarshalIndent(c, "", "  ")
		if err == nil {
			_, err = f.Write(append(text, '\n'))
		}
		if err != nil {
			s.rec.Warn("the report of a crash cannot be written: %v", err)
			return ""
		}
		return filepath.Join(s.rec.Dir, name)
	}
}

// removeCrashReports removes the reports of an earlier run from the folder of the results.
func removeCrashReports(dir string) {
	for _, pattern := range []string{"crash-*.json", "crash-*.core"} {
		old, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, path := range old {
			os.Remove(path)
		}
	}
}

// moveCoreFile moves a core file to the results and returns where it is then.
func (s *simulation) moveCoreFile(path string, k int) string {
	if path == "" {
		return ""
	}
	name := fmt.Sprintf("crash-%d.core", k)
	if err := os.Rename(path, s.rec.Path(name)); err != nil {
		return path
	}
	return filepath.Join(s.rec.Dir, name)
}
