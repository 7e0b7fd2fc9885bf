package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/scaffold"
)

// functionsTopic is a help topic.
func functionsTopic() *cobra.Command {
	var b strings.Builder
	for _, p := range system.FunctionPages() {
		b.WriteString("  " + p.Form + "\n")
	}
	return &cobra.Command{
		Use:   "functions",
		Short: "The functions of expressions",
		Long: "Functions and constants of expressions. `trammel explain STEP` prints the page of one\n" +
			"function: meaning, limits, frame, sign, unit and an example.\n\n" + b.String(),
	}
}

// jointsTopic is a help topic.
func jointsTopic() *cobra.Command {
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

// routinesTopic is a help topic.
func routinesTopic() *cobra.Command {
	var b strings.Builder
	for _, s := range usersub.Sigs() {
		fmt.Fprintf(&b, "  %-12s %-22s %s\n", s.Name, s.Element, s.Doc)
	}
	b.WriteString("\nUtilities that routines may call, c_name in C, name in Fortran, py_name in Python:\n\n")
	for _, u := range usersub.Utilities() {
		fmt.Fprintf(&b, "  %-30s %s\n", u.Name, u.Doc)
	}
	return &cobra.Command{
		Use:   "routines",
		Short: "The user subroutines and the utilities that they call",
		Long: "User subroutines, with the elements that call them. `trammel explain PFOSUB` prints the\n" +
			"page of one routine: arguments with shape, unit, frame and sign, its declaration in C,\n" +
			"Fortran and Python, when it is called, and an example.\n\n" + b.String(),
	}
}

// referencePageText returns the pages of a function, a type of joint, a routine and a utility of one name.
func referencePageText(name string) (text string, ok bool) {
	var all []string
	if p, ok := element.FindJointPage(name); ok {
		all = append(all, p.String()+"\n")
	}
	if p, ok := functionPage(name); ok {
		all = append(all, p)
	}
	for _, p := range scaffold.FindPages(name) {
		all = append(all, routinePage(p))
	}
	all = append(all, formatElementPages(name)...)
	return strings.Join(all, "\n"), all != nil
}

// routinePage returns the page of a routine or a utility for a terminal.
func routinePage(p scaffold.Page) string {
	lines := strings.Split(p.String(), "\n")
	lines[0] = wrapText(lines[0], "", 80)
	for i, l := range lines {
		if label, text, ok := strings.Cut(l, "\t"); ok {
			lines[i] = wrapText(fmt.Sprintf("%-13s %s", label, text), strings.Repeat(" ", 14), 80)
		}
	}
	return strings.Join(lines, "\n")
}

// functionPage returns the page of a function for a terminal.
func functionPage(name string) (text string, ok bool) {
	p, ok := system.FindFunctionPage(name)
	if !ok {
		return "", false
	}
	lines := strings.Split(p.String(), "\n")
	for i, l := range lines {
		indent := ""
		if i > 2 { // with a label
			indent = strings.Repeat(" ", 10)
		}
		lines[i] = wrapText(l, indent, 80)
	}
	return strings.Join(lines, "\n") + "\n", true
}
