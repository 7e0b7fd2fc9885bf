package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// release is the version that the source is on the way to; .ci/release sets it to the one that it makes.
var release = "0.1.0"

// commitStamp is what the linker noted about the source: the commit, with ", modified" where files differed from it, and the
// date of the commit in UTC (2006-01-02). Both are empty where the sources were no clone of the repository.
type commitStamp struct{ commit, date string }

// readCommitStamp reads the settings that the go command put into the program.
func readCommitStamp(settings []debug.BuildSetting) (b commitStamp) {
	modified := false
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value[:min(len(s.Value), 12)]
		case "vcs.time":
			b.date, _, _ = strings.Cut(s.Value, "T")
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	if modified && b.commit != "" {
		b.commit += ", modified"
	}
	return b
}

func ownCommitStamp() commitStamp {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return commitStamp{}
	}
	return readCommitStamp(info.Settings)
}

// versionText names the release and the commit that it was built from.
func versionText() string {
	if b := ownCommitStamp(); b.commit != "" {
		return fmt.Sprintf("%s (%s)", release, b.commit)
	}
	return release
}

// detailedVersionLine returns what the command version prints: release, commit, date of the commit, Go and platform.
func detailedVersionLine() string {
	line := "trammel " + versionText()
	if d := ownCommitStamp().date; d != "" {
		line = strings.TrimSuffix(line, ")") + ", " + d + ")"
	}
	return fmt.Sprintf("%s %s %s/%s", line, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func (t *tool) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print version, commit, date and platform",
		Args:  cobra.NoArgs,

		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(t.data, detailedVersionLine())
			return err
		},
	}
}
