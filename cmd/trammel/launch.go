package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/usersub"
)

// launchCommandName is the hidden command by which this program takes rights away from itself and becomes
// a plugin.
const launchCommandName = "confined-launch"

func (t *tool) launchCommand() *cobra.Command {
	return &cobra.Command{Use: launchCommandName, Hidden: true, DisableFlagParsing: true,
		Run: func(_ *cobra.Command, args []string) {
			if len(args) < 2 {
				t.code = run.ExitUsage
				return
			}
			fmt.Fprintln(os.Stderr, confine.ConfineThreadAndExec(args[0], args[1:]))
			t.code = run.ExitInternal
		}}
}

// pluginConfinement is what a plugin may do when everything is isolated: what workers may, and start what it consists of.
func (x *isolation) pluginConfinement(ref *usersub.Ref, path string) *plugins.Confinement {
	self, err := confine.OwnExecutablePath()
	if err != nil {
		self = os.Args[0]
	}
	dir := filepath.Dir(path)
	r := x.confinementRules(ref, dir)
	r.Execute = append(r.Execute, dir)
	r.Execute = append(r.Execute, listShebangFiles(path)...)
	return &plugins.Confinement{Launcher: []string{self, launchCommandName}, Rules: r}
}

// listShebangFiles lists the files that the first line of a script, "#!/usr/bin/env python3", needs: the program,
// and the folder where it is installed with all that belongs to it, unless that is the system's.
func listShebangFiles(script string) (list []string) {
	f, err := os.Open(script)
	if err != nil {
		return nil
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).ReadString('\n')
	rest, ok := strings.CutPrefix(line, "#!")
	words := strings.Fields(rest)
	if !ok || len(words) == 0 {
		return nil
	}
	list = append(list, words[0])
	if filepath.Base(words[0]) == "env" && len(words) > 1 {
		if p, err := exec.LookPath(words[len(words)-1]); err == nil {
			list = append(list, p)
		}
	}
	for _, p := range list {
		real, err := filepath.EvalSymlinks(p)
		if err != nil {
			continue
		}
		list = append(list, real)
		if home := filepath.Dir(filepath.Dir(real)); home != "/" && home != "/usr" && filepath.Base(filepath.Dir(real)) == "bin" {
			list = append(list, home)
		}
	}
	return list
}
