package plugins

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/usersub"
)

// Confinement is how a plugin is started with few rights.
type Confinement struct {
	// Launcher is the command line of a program that calls confine.ConfineThreadAndExec with what follows: the file to be
	// executed and the command line of the plugin.
	Launcher []string
	Rules    confine.Rules
}

// launchedFile is where the launcher reports, in the folder of the process, what it enforced.
const launchedFile = "enforced"

// wrapWithLauncher completes the command of a plugin: it is started by the launcher.
func (x *Confinement) wrapWithLauncher(cmd *exec.Cmd, scratch string) {
	file := cmd.Path
	if rest, ok := strings.CutPrefix(file, "/proc/self/"); ok { // a sealed copy, which the launcher has not
		file = fmt.Sprintf("/proc/%d/%s", os.Getpid(), rest)
	}
	cmd.Path, cmd.Args = x.Launcher[0], append(append(x.Launcher[:len(x.Launcher):len(x.Launcher)], file), cmd.Args...)
	rules := x.Rules
	rules.Write, rules.Keep = append(rules.Write[:len(rules.Write):len(rules.Write)], scratch), len(cmd.ExtraFiles)
	cmd.Env = append(cmd.Env, "TMPDIR="+scratch, confine.RulesVariable+"="+rules.String(), confine.LaunchedVariable+"="+filepath.Join(scratch, launchedFile))
	setProcessGroup(cmd)
}

// limitMemoryAndReportRules returns what the launcher of a process that is ready enforced, "" if there was none, and limits its memory.
func (p *pluginProcess) limitMemoryAndReportRules(c *Config) (string, error) {
	if c.Confine == nil {
		return "", nil
	}
	r, err := confine.ReadReport(filepath.Join(p.scratch.path, launchedFile))
	if err != nil {
		return "", fmt.Errorf("what is enforced in the plugin is not known: %w", err)
	}
	confine.LimitProcessMemory(p.cmd.Process.Pid, c.rules.Memory, &r)
	return r.String(), nil
}

// configFor returns the configuration for a plugin, confined where that is wanted.
func (c Config) configFor(ref *usersub.Ref, path string) Config {
	if c.Confine == nil {
		return c
	}
	x := c.Confine(ref, path)
	c.rules = x.Rules
	c.confine = x.wrapWithLauncher
	return c
}
