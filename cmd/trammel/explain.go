package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/codes"
)

func (t *tool) explainCommand() *cobra.Command {
	var markdown, asJSON bool
	cmd := &cobra.Command{
		Use:   "explain [CODE|NAME...] [--json] [--markdown]",
		Short: "Explain codes of diagnostics, functions, joints, routines, elements, attributes and integrators",
		Long: `Prints for each code of a diagnostic, such as E305, its title, its cause and what to do,
and for each function of expressions, such as STEP, its arguments, meaning, limits,
frame, sign and unit with an example (trammel help functions lists them), and for each
type of joint, such as REVOLUTE, its degrees of freedom, axes, signs and equations
(trammel help joints), and for each user subroutine or utility, such as PFOSUB or
c_sysfnc, its arguments, when it is called and its forms in C, Fortran and Python
(trammel help routines), and for each element, attribute or integrator of a deck, such as
Force_Beam, h_max or ABAM, what may be given and what it means.
Without arguments it lists all codes. --json prints an object a line: code, title,
cause, remedy, example. --markdown prints the reference page of all codes.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if markdown && (asJSON || len(args) > 0) {
				return fmt.Errorf("--markdown prints all codes: it takes no code and excludes --json")
			}
			var b bytes.Buffer
			switch {
			case markdown:
				_ = codes.Markdown(&b)
			case asJSON:
				list, wrong := findCodes(args)
				if wrong != nil {
					return fmt.Errorf("--json prints codes only: %w", wrong)
				}
				writeCodesJSON(&b, list)
			case len(args) == 0:
				for _, c := range codes.AllCodes() {
					fmt.Fprintf(&b, "%s  %s\n", c.ID, c.Title)
				}
			default:
				if wrong := printReferencePages(&b, args); wrong != nil {
					return wrong
				}
			}
			_, _ = t.data.Write(b.Bytes()) // it keeps its error
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print an object a line")
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the reference page of all codes")
	return cmd
}

// printReferencePages prints the pages of functions, types of joints, routines and codes.
func printReferencePages(w io.Writer, names []string) error {
	for i, name := range names {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if text, ok := referencePageText(name); ok {
			io.WriteString(w, text)
			continue
		}
		list, err := findCodes([]string{name})
		if err != nil {
			return fmt.Errorf("%w; trammel help functions lists the functions, trammel help joints the types of joints, trammel help routines the routines", err)
		}
		writeCodePage(w, list[0])
	}
	return nil
}

// findCodes returns the codes with these ids, all codes where there are none.
func findCodes(ids []string) ([]codes.Code, error) {
	if len(ids) == 0 {
		return codes.AllCodes(), nil
	}
	var list []codes.Code
	for _, id := range ids {
		c, ok := codes.FindCode(id)
		if !ok {
			text := fmt.Sprintf("nothing is known by the name %q", id)
			if near := codes.SimilarIDs(id); len(near) > 0 && warningCode.MatchString(strings.ToUpper(id)) {
				text = fmt.Sprintf("there is no code %q; similar codes: %s", id, strings.Join(near, ", "))
			} else if near, ok := deck.NearestName(id, listExplainableNames()); ok {
				text += "; did you mean " + near + "?"
			}
			return nil, fmt.Errorf("%s", text)
		}
		list = append(list, c)
	}
	return list, nil
}

func writeCodesJSON(b *bytes.Buffer, list []codes.Code) {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for _, c := range list {
		_ = e.Encode(c) // texts only
	}
}

// writeCodePage prints the page of one code.
func writeCodePage(w io.Writer, c codes.Code) {
	const width = 80
	fmt.Fprintf(w, "%s\n\n%s\n%s\n", wrapText(c.ID+": "+c.Title, "", width), wrapText("Cause:   "+c.Cause, "         ", width), wrapText("Remedy:  "+c.Remedy, "         ", width))
	if c.Example != "" {
		fmt.Fprintf(w, "Example:\n  %s\n", strings.ReplaceAll(c.Example, "\n", "\n  "))
	}
}

// wrapText breaks a text at blanks into lines of at most width characters, all but the
// first of them indented.
func wrapText(text, indent string, width int) string {
	var b strings.Builder
	n := 0
	for i, word := range strings.Split(text, " ") {
		switch l := utf8.RuneCountInString(word); {
		case i == 0:
			n = l
		case n+1+l > width:
			b.WriteString("\n" + indent)
			n = len(indent) + l
		default:
			b.WriteByte(' ')
			n += 1 + l
		}
		b.WriteString(word)
	}
	return b.String()
}

// suggestExplainCommand names, once in a command and on a terminal only, the command that explains the
// first code of the printed errors, or else of the warnings.
func (t *tool) suggestExplainCommand(printed ...*deck.Diag) {
	if t.hinted || !t.con.terminal {
		return
	}
	for _, s := range []deck.Severity{deck.Error, deck.Warning} {
		i := slices.IndexFunc(printed, func(d *deck.Diag) bool { return d.Severity == s && d.Code != "" })
		if i >= 0 {
			t.hinted = true
			t.con.printMessage(quiet, "note", "`trammel explain %s` says more about the code", printed[i].Code)
			return
		}
	}
}
