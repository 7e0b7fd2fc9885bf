package deck

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck/codes"
)

// WriteGCC writes each problem on one line as compilers do, which editors and build
// servers find: file:line:col: severity: message [code]; other places follow
// as notes.
func (ds *Diags) WriteGCC(w io.Writer) error {
	b := bufio.NewWriter(w)
	line := func(at Span, severity, msg string) {
		if at.Src != nil {
			fmt.Fprintf(b, "%v: ", at)
		}
		fmt.Fprintf(b, "%s: %s\n", severity, toOneLine(msg))
	}
	for _, d := range ds.List {
		msg := d.Msg
		if d.Help != "" {
			msg += " (" + d.Help + ")"
		}
		line(d.Span, d.Severity.String(), msg+" ["+d.Code+"]")
		for _, n := range d.Notes {
			line(n.Span, "note", n.Msg)
		}
	}
	return b.Flush()
}

// The parts of a SARIF 2.1.0 document that are used.
type (
	sarifLog struct {
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string     `json:"id"`
		Short *sarifText `json:"shortDescription,omitempty"`
		Full  *sarifText `json:"fullDescription,omitempty"`
		Help  *sarifText `json:"help,omitempty"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct {
		ID       *int          `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine   int        `json:"startLine"`
		StartColumn int        `json:"startColumn"`
		EndLine     int        `json:"endLine"`
		EndColumn   int        `json:"endColumn"`
		Snippet     *sarifText `json:"snippet,omitempty"`
	}
)

// WriteSARIF writes the problems as a document of the Static Analysis Results
// Interchange Format, 2.1.0, which code reviews and editors show. Columns
// count characters.
func (ds *Diags) WriteSARIF(w io.Writer, tool, version string) error {
	r := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	r.Tool.Driver = sarifDriver{Name: tool, Version: version, Rules: ds.sarifRules()}
	for _, d := range ds.List {
		msg := d.Msg
		if d.Help != "" {
			msg += "\n" + d.Help
		}
		x := sarifResult{RuleID: d.Code, Level: d.Severity.String(), Message: sarifText{msg}, Locations: []sarifLocation{}}
		x.RuleIndex = slices.IndexFunc(r.Tool.Driver.Rules, func(r sarifRule) bool { return r.ID == d.Code })
		if d.Span.Src != nil {
			x.Locations = append(x.Locations, sarifLocation{Physical: d.Span.sarifLocation()})
		}
		for k, n := range d.Notes {
			if n.Span.Src != nil {
				x.Related = append(x.Related, sarifLocation{ID: &k, Physical: n.Span.sarifLocation(), Message: &sarifText{n.Msg}})
			}
		}
		r.Results = append(r.Results, x)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"2.1.0", []sarifRun{r}})
}

// sarifRules explains the codes of the problems.
func (ds *Diags) sarifRules() []sarifRule {
	var ids []string
	for _, d := range ds.List {
		ids = append(ids, d.Code)
	}
	slices.Sort(ids)
	all := []sarifRule{}
	for _, id := range slices.Compact(ids) {
		rule := sarifRule{ID: id}
		if c, ok := codes.FindCode(id); ok {
			rule.Short, rule.Full, rule.Help = &sarifText{c.Title + "."}, &sarifText{c.Cause}, &sarifText{c.Remedy}
		}
		all = append(all, rule)
	}
	return all
}

// sarifLocation returns the place as SARIF has it. A problem of a file as a whole has
// no region.
func (s Span) sarifLocation() (p sarifPhysical) {
	p.Artifact.URI = fileURI(s.Src.Name)
	if len(s.Src.Text) == 0 {
		return p
	}
	at := s.placeOf()
	p.Region = &sarifRegion{StartLine: at.Line, StartColumn: at.Col, EndLine: at.EndLine, EndColumn: at.EndCol}
	if text := s.Text(); text != "" && at.Line == at.EndLine {
		p.Region.Snippet = &sarifText{text}
	}
	return p
}

// fileURI writes a path as a reference: relative ones stay so.
func fileURI(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
		if !strings.HasPrefix(u.Path, "/") { // C:/decks
			u.Path = "/" + u.Path
		}
	}
	return u.String()
}
