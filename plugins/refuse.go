package plugins

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
)

// What go-plugin says about a failed handshake, from its texts: it has no
// errors of its own types for them.
var (
	otherVersion = regexp.MustCompile(`Plugin version: (\d+), Client versions`)
	otherLine    = regexp.MustCompile(`(?s)^Unrecognized remote plugin message: (.*?)(\nThis usually means.*|\nFailed to read any lines.*)?$`)
)

// startError says why a program did not become a plugin. The process has been
// closed.
func (p *pluginProcess) startError(err error, timeout time.Duration) error {
	e := &usersub.LoadError{Detail: p.output.lastLines()}
	var other *transportError
	if errors.As(err, &other) {
		e.Reason, e.Hint = fmt.Sprintf("plugin %s: %v", p.path, err), "--plugin-transport auto takes what the plugin has"
		return e
	}
	text := err.Error()
	version, line := otherVersion.FindStringSubmatch(text), otherLine.FindStringSubmatch(text)
	switch {
	case version != nil:
		e.Reason = fmt.Sprintf("plugin %s speaks version %s of the protocol, this program version %d",
			p.path, version[1], wire.Version)
		e.Hint = "build the plugin again with the sdk of this program's version"
	case p.cmd.Process == nil:
		e.Reason = fmt.Sprintf("plugin %s cannot be started: %v", p.path, err)
		if errors.Is(err, fs.ErrPermission) {
			e.Hint = "chmod +x " + p.path
		} else {
			e.Hint = "it must be a program built for this machine"
		}
	case line != nil && line[1] != "":
		e.Reason = fmt.Sprintf("%s is not a plugin: it wrote %q", p.path, truncateFirstLine(line[1]))
		e.Hint = "a plugin is a program whose main calls sdk.Serve"
	case line != nil:
		p.describeEndAtStart(e)
	case strings.Contains(text, "timeout while waiting"):
		e.Reason = fmt.Sprintf("plugin %s was not ready within %v", p.path, timeout)
	case strings.Contains(text, "exited before"):
		p.describeEndAtStart(e)
	default:
		e.Reason = fmt.Sprintf("plugin %s does not respond as a plugin does: %v", p.path, err)
	}
	return e
}

// describeEndAtStart says how a program ended that said nothing a plugin says.
func (p *pluginProcess) describeEndAtStart(e *usersub.LoadError) {
	e.Reason = fmt.Sprintf("plugin %s ended at its start: %s", p.path, p.status)
	if e.Detail == "" {
		e.Hint = "it wrote nothing: is it a plugin, a program whose main calls sdk.Serve?"
	}
}

// truncateFirstLine returns the first line of a text, cut when it is long.
func truncateFirstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	if len(text) > 80 {
		return text[:80] + "..."
	}
	return text
}
