package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// functions is a help topic.
func functions() *cobra.Command {
	var b strings.Builder
	for _, p := range system.Pages() {
		b.WriteString("  " + p.Form + "\n")
	}
	return &cobra.Command{
		Use:   "functions",
		Short: "The functions of expressions",
		Long: "Functions and constants of expressions. `trammel explain STEP` prints the page of one\n" +
			"function: meaning, limits, frame, sign, unit and an example.\n\n" + b.String(),
	}
}

// joints is a help topic.
func joints() *cobra.Command {
	var b strings.Builder
	for _, p := range element.JointPages() {
		fmt.Fprintf(&b, "  %-18s %d  %s\n", p.Type, p.Freedoms(), p.Freedom)
	}
	return &cobra.Command{
		Use:   "joints",
		Short: "The types of joints",
		Long: "Types of Constraint_Joint, with the number of degrees of freedom between the bodies\n" +
			"and the motions that are left. `trammel explain REVOLUTE` prints the page of one\n" +
			"type: axes of the markers, signs and constraint equations.\n\n" + b.String(),
	}
}

// page returns the page of a function or a type of joint.
func page(name string) (text string, ok bool) {
	if p, ok := element.FindJointPage(name); ok {
		return p.String() + "\n", true
	}
	return functionPage(name)
}

// functionPage returns the page of a function for a terminal.
func functionPage(name string) (text string, ok bool) {
	p, ok := system.FindPage(name)
	if !ok {
		return "", false
	}
	lines := strings.Split(p.String(), "\n")
	for i, l := range lines {
		indent := ""
		if i > 2 { // with a label
			indent = strings.Repeat(" ", 10)
		}
		lines[i] = wrap(l, indent, 80)
	}
	return strings.Join(lines, "\n") + "\n", true
}
