package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	repository "github.com/trammel-mbd/trammel"
	"github.com/trammel-mbd/trammel/cmd/trammel/manual"
	"github.com/trammel-mbd/trammel/core/deck/codes"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/usersub/scaffold"
)

func (t *tool) docsCommand() *cobra.Command {
	var out, man string
	cmd := &cobra.Command{
		Use:   "docs {--out DIR | --man DIR}",
		Short: "Write the manual as static pages, or the man pages",
		Long: `Writes the manual into a folder: a page for each element, function, type of joint,
user subroutine, utility, code of a diagnostic and command, and the READMEs, with a
search. The pages are made from the tables that the program works with. They need
no server and no network: open DIR/index.html. With --man the pages of the commands
are written for the program man.

Files of the same names are replaced, others are left alone.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" && man == "" {
				return fmt.Errorf("--out is missing: the folder for the pages")
			}
			var err error
			if out != "" {
				err = t.generateManual(cmd.Root(), out)
			}
			if err == nil && man != "" {
				err = t.generateManPages(cmd.Root(), man)
			}
			if err != nil {
				t.con.printMessage(bad, "error", "%v", err)
				t.code = run.ExitInternal
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "folder of the pages; it is made if it is missing")
	cmd.Flags().StringVar(&man, "man", "", "folder of the man pages; it is made if it is missing")
	return cmd
}

// generateManual writes the manual for a browser and reports where it is.
func (t *tool) generateManual(root *cobra.Command, out string) error {
	site, err := buildManual(root)
	if err == nil {
		err = site.WriteFiles(out)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(t.con, "%d pages; the first is %s\n", len(site.Pages), filepath.Join(out, "index.html"))
	return nil
}

// buildManual makes the pages of the tables and documents of this program.
func buildManual(root *cobra.Command) (*manual.Site, error) {
	docs, err := listManualDocuments(root)
	if err != nil {
		return nil, err
	}
	return manual.BuildSite(docs, documents)
}

// listManualDocuments lists the start page, the references and all other documents.
func listManualDocuments(root *cobra.Command) ([]manual.Document, error) {
	start, err := fs.ReadFile(documents, "README.md")
	if err != nil {
		return nil, err
	}
	docs := []manual.Document{{Path: "README.md", Text: string(start), Group: "Start"}}
	references, err := makeAllReferenceDocuments(root)
	if err != nil {
		return nil, err
	}
	docs = append(docs, references...)
	made := map[string]bool{}
	for _, d := range docs {
		made[d.Path] = true
	}
	for _, g := range guides {
		err := fs.WalkDir(documents, g.dir, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || path.Ext(file) != ".md" || made[file] || path.Base(file) == "LOG.md" || path.Base(file) == "head.md" {
				return err
			}
			text, err := fs.ReadFile(documents, file)
			docs = append(docs, manual.Document{Path: file, Text: renderings.ReplaceAllString(string(text), ""), Group: g.title})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// documents are those of the repository. The folder sdk is a module of its own, which brings its documents along.
var documents = mountedFS{repository.Documents, "sdk", sdk.Documents}

// mountedFS is a file system with another one in a folder.
type mountedFS struct {
	fs.FS
	folder string
	inside fs.FS
}

// Open opens a file of inside, if the name is under folder, or else of FS.
func (m mountedFS) Open(name string) (fs.File, error) {
	if name == m.folder {
		return m.inside.Open(".")
	}
	if rest, ok := strings.CutPrefix(name, m.folder+"/"); ok {
		return m.inside.Open(rest)
	}
	return m.FS.Open(name)
}

// renderings matches the pictures of examples that the program does not contain.
var renderings = regexp.MustCompile(`(?m)^!\[[^\]]*\]\(picture\.png\)\n`)

// guides are the groups of documents by folder.
var guides = []struct{ dir, title string }{
	{"cmd", "Program"}, {"examples", "Examples"}, {"usersub", "User subroutines"}, {"plugins", "Plugins"}, {"sdk", "SDK"}, {"core", "Solver"}, {"CHANGELOG.md", "Changes"},
}

// makeAllReferenceDocuments returns the documents that are made from tables.
func makeAllReferenceDocuments(root *cobra.Command) ([]manual.Document, error) {
	var elements, functions, routines, diagnostics bytes.Buffer
	if err := element.Table().Markdown(&elements); err != nil {
		return nil, err
	}
	system.WriteFunctionPages(&functions)
	if err := codes.Markdown(&diagnostics); err != nil {
		return nil, err
	}
	scaffold.WriteRoutineAndUtilityReference(&routines)
	const group = "Reference"
	return []manual.Document{
		{Path: "core/element/REFERENCE.md", Text: elements.String(), Group: group, Kind: "element", Split: 2, Dir: "elements"},
		{Path: "core/element/JOINTS.md", Text: makeJointsDocument(), Group: group, Kind: "joint", Split: 2, Dir: "joints"},
		{Path: "core/FUNCTIONS.md", Text: functions.String(), Group: group, Kind: "function", Split: 3, Dir: "functions"},
		{Path: "usersub/ROUTINES.md", Text: routines.String(), Group: group, Kind: "routine", Split: 3, Dir: "routines"},
		{Path: "core/deck/CODES.md", Text: diagnostics.String(), Group: group, Kind: "code", Split: 3, Dir: "codes"},
		{Path: "COMMANDS.md", Text: makeCommandsDocument(root), Group: group, Kind: "command", Split: 2, Dir: "commands"},
	}, nil
}

// makeJointsDocument has a section with a drawing for each type of joint.
func makeJointsDocument() string {
	var b bytes.Buffer
	element.WriteJoints(&b)
	text, _, _ := strings.Cut(b.String(), "\n## ")
	b.Reset()
	for _, p := range element.JointPages() {
		text = strings.Replace(text, "\n| "+p.Type+" |", "\n| ["+p.Type+"](#"+strings.ToLower(p.Type)+") |", 1)
	}
	b.WriteString(text)
	for _, p := range element.JointPages() {
		fmt.Fprintf(&b, "\n## %s\n\nDegrees of freedom: %d. Free: %s.\n\n%s\n\n* Axes: %s\n", p.Type, p.Freedoms(), p.Freedom, manual.DrawJointSVG(p.Type), p.Axes)
		if p.Sign != "" {
			fmt.Fprintf(&b, "* Sign: %s\n", p.Sign)
		}
		b.WriteString("\nMarker I is `i_marker_id`, marker J `j_marker_id` of the [element](REFERENCE.md#constraint_joint). Arrows: free motions of I.\n")
		if eq := p.Equations(); len(eq) > 0 {
			fmt.Fprintf(&b, "\nEquations:\n\n```text\n%s\n```\n", strings.Join(eq, "\n"))
		}
	}
	return b.String()
}

// makeCommandsDocument has a section for each command that help lists.
func makeCommandsDocument(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("# Commands\n\nData go to the standard output, messages to the standard error. `trammel COMMAND --help` prints what the page of a command has.\n")
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			if sub.Hidden || sub.Name() == "help" || sub.IsAdditionalHelpTopicCommand() && sub.Name() != "exit-codes" {
				continue
			}
			writeCommandSection(&b, sub)
			walk(sub)
		}
	}
	walk(root)
	return b.String()
}

func writeCommandSection(b *strings.Builder, c *cobra.Command) {
	name := strings.TrimPrefix(c.CommandPath(), "trammel ")
	fmt.Fprintf(b, "\n## %s\n\n%s.\n", name, strings.TrimSuffix(c.Short, "."))
	if c.Runnable() || c.HasSubCommands() {
		fmt.Fprintf(b, "\n```text\n%s\n```\n", wrapText(c.UseLine(), "    ", 90))
	}
	if c.Long != "" {
		fmt.Fprintf(b, "\n```text\n%s\n```\n", strings.TrimSpace(c.Long))
	}
	if !c.HasAvailableLocalFlags() {
		return
	}
	b.WriteString("\n| flag | meaning |\n|---|---|\n")
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		flag := "--" + f.Name
		if value != "" {
			flag += " " + value
		}
		fmt.Fprintf(b, "| `%s` | %s |\n", flag, strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "\n", " ").Replace(usage))
	})
}
