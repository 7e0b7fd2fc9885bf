package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A page in the language of man (roff) for each command. Package cobra/doc could write them, too: it would make the
// program 0.6 MB larger, reads texts as Markdown, and lists the zero value of each flag.

// writeManPages writes a page of manual section 1 for root and each command that help lists into the folder dir, which
// is made if it is missing: trammel.1, trammel-run.1, ... The date of the pages is that of the commit, so that two
// builds of one commit write the same bytes. n counts the pages.
func writeManPages(root *cobra.Command, dir string) (n int, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	var walk func(c *cobra.Command) error
	walk = func(c *cobra.Command) error {
		if c.Hidden || c.Name() == "help" {
			return nil
		}
		n++
		if err := os.WriteFile(filepath.Join(dir, manPageName(c)+".1"), formatManPage(c), 0o666); err != nil {
			return err
		}
		for _, sub := range c.Commands() {
			if err := walk(sub); err != nil {
				return err
			}
		}
		return nil
	}
	return n, walk(root)
}

// manPageName is the name of the page of a command: trammel-usersub-build.
func manPageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// escapeRoff escapes text: hyphens are ASCII, so that they can be copied, and no line is taken for a request.
func escapeRoff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

// formatManPage returns the page of one command. Long texts are printed as they are: they have tables and examples.
func formatManPage(c *cobra.Command) []byte {
	var b bytes.Buffer
	name := manPageName(c)
	fmt.Fprintf(&b, ".TH %q 1 %q \"trammel %s\" \"trammel\"\n", strings.ToUpper(name), ownCommitStamp().date, release)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escapeRoff(name), escapeRoff(c.Short))
	if c.Runnable() || c.HasSubCommands() {
		fmt.Fprintf(&b, ".SH SYNOPSIS\n%s\n", escapeRoff(c.UseLine()))
	}
	long := strings.TrimSpace(c.Long)
	if long == "" {
		long = c.Short
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n.nf\n%s\n.fi\n", escapeRoff(long))
	if c.HasAvailableLocalFlags() {
		b.WriteString(".SH OPTIONS\n")
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { writeManFlag(&b, f) })
	}
	writeManSeeAlso(&b, c)
	return b.Bytes()
}

func writeManFlag(b *bytes.Buffer, f *pflag.Flag) {
	if f.Hidden {
		return
	}
	value, usage := pflag.UnquoteUsage(f)
	flag := "--" + f.Name
	if f.Shorthand != "" {
		flag = "-" + f.Shorthand + ", " + flag
	}
	fmt.Fprintf(b, ".TP\n\\fB%s\\fR", escapeRoff(flag))
	if value != "" {
		fmt.Fprintf(b, " \\fI%s\\fR", escapeRoff(value))
	}
	fmt.Fprintf(b, "\n%s\n", escapeRoff(usage))
}

// writeManSeeAlso names the pages of the command above and of those below.
// No name is divided at the end of a line (\%): it is to be copied.
func writeManSeeAlso(b *bytes.Buffer, c *cobra.Command) {
	var pages []string
	if c.HasParent() {
		pages = append(pages, manPageName(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if !sub.Hidden && sub.Name() != "help" {
			pages = append(pages, manPageName(sub))
		}
	}
	for i, p := range pages {
		pages[i] = `\%\fB` + escapeRoff(p) + `\fR(1)`
	}
	fmt.Fprintf(b, ".SH SEE ALSO\n%s\n", strings.Join(pages, ", "))
}

// generateManPages writes the man pages and reports where they are.
func (t *tool) generateManPages(root *cobra.Command, dir string) error {
	n, err := writeManPages(root, dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.con, "%d man pages; the first is %s\n", n, filepath.Join(dir, "trammel.1"))
	return nil
}
