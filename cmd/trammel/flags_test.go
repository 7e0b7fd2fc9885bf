package main

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestCommandsAreDescribed: each command that help lists says what it does, and so does each of its flags.
func TestCommandsAreDescribed(t *testing.T) {
	commands, flags := 0, 0
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Hidden {
			return
		}
		commands++
		if c.Short == "" && c.Long == "" {
			t.Errorf("%s has no description", c.CommandPath())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			flags++
			if f.Usage == "" && !f.Hidden {
				t.Errorf("%s --%s has no description", c.CommandPath(), f.Name)
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk((&tool{}).rootCommand())
	if commands < 15 || flags < 20 {
		t.Errorf("%d commands, %d flags", commands, flags)
	}
}
