package deck

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	plain   = "\x1b[0m"
	bold    = "\x1b[1m"
	red     = "\x1b[1;31m"
	magenta = "\x1b[1;35m"
	cyan    = "\x1b[1;36m"
	green   = "\x1b[1;32m"
)

// printer writes diagnostics; without color all escapes are empty.
type printer struct {
	*bufio.Writer
	color bool
}

func (p *printer) colored(color, text string) string {
	if !p.color {
		return text
	}
	return color + text + plain
}

// WriteText writes all problems in their order, each as one line that editors
// understand, file:line:col: severity: message [code], followed by the line
// of the file with the place marked, other places, and what to do.
func (ds *Diags) WriteText(w io.Writer, color bool) error {
	p := &printer{bufio.NewWriter(w), color}
	for _, d := range ds.List {
		p.printDiag(d)
	}
	return p.Flush()
}

func (p *printer) printDiag(d *Diag) {
	hue := [...]string{red, magenta, cyan}[d.Severity]
	p.printHead(d.Span, hue, d.Severity.String(), fmt.Sprintf("%s [%s]", toOneLine(d.Msg), d.Code))
	p.printExcerpt(d.Span)
	for _, n := range d.Notes {
		p.printHead(n.Span, cyan, "note", toOneLine(n.Msg))
		p.printExcerpt(n.Span)
	}
	if d.Help != "" {
		fmt.Fprintf(p, "  %s %s\n", p.colored(bold, "help:"), toOneLine(d.Help))
	}
}

func (p *printer) printHead(at Span, hue, severity, msg string) {
	if at.Src != nil {
		p.WriteString(p.colored(bold, at.String()+":") + " ")
	}
	fmt.Fprintf(p, "%s %s\n", p.colored(hue, severity+":"), msg)
}

// excerptWidth is the number of characters shown of a line.
const excerptWidth = 100

// printExcerpt writes the line of the span and marks under it the part of the span
// that lies on this line. Long lines are cut to a window about the place.
func (p *printer) printExcerpt(at Span) {
	if at.Src == nil {
		return
	}
	n, _ := at.Src.position(at.Start)
	line := at.Src.LineText(n)
	from := min(max(at.Start-at.Src.lines[n-1], 0), len(line))
	to := min(max(from, from+at.End-at.Start), len(line))
	if strings.HasPrefix(line, bom) {
		line, from, to = line[len(bom):], max(from-len(bom), 0), max(to-len(bom), 0)
	}
	room := excerptWidth
	if len(line) > utf8.UTFMax*room || utf8.RuneCountInString(line) > room {
		room /= 2
	}
	before, lead := lastCharacters(line[:from], room)
	rest, trail := firstCharacters(line[from:], excerptWidth-utf8.RuneCountInString(before))
	marks := max(1, utf8.RuneCountInString(line[from:min(to, from+len(rest))]))
	fmt.Fprintf(p, "%5d | %s%s%s%s\n", n, lead, replaceUnprintable(before), replaceUnprintable(rest), trail)
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, lead+before)
	fmt.Fprintf(p, "      | %s%s\n", pad, p.colored(green, "^"+strings.Repeat("~", marks-1)))
}

// lastCharacters returns the last n characters of text and a mark for what is left off.
func lastCharacters(text string, n int) (string, string) {
	i := len(text)
	for ; i > 0 && n > 0; n-- {
		_, w := utf8.DecodeLastRuneInString(text[:i])
		i -= w
	}
	if i == 0 {
		return text, ""
	}
	return text[i:], "…"
}

// firstCharacters returns the first n characters of text and a mark for what is left off.
func firstCharacters(text string, n int) (string, string) {
	for i := range text {
		if n--; n < 0 {
			return text[:i], "…"
		}
	}
	return text, ""
}

// replaceUnprintable replaces what would disturb the terminal or the alignment.
func replaceUnprintable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || unicode.IsPrint(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return utf8.RuneError
	}, text)
}

// toOneLine keeps a message on one line.
func toOneLine(text string) string {
	return replaceUnprintable(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(text))
}

// place is the JSON form of a Span: the first and, exclusive, the last position.
type place struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"`
	EndLine int    `json:"end_line,omitempty"`
	EndCol  int    `json:"end_col,omitempty"`
}

func (s Span) placeOf() place {
	if s.Src == nil {
		return place{}
	}
	line, col := s.Src.position(s.Start)
	endLine, endCol := s.Src.position(s.End)
	return place{s.Src.Name, line, col, endLine, endCol}
}

type jsonNote struct {
	place
	Message string `json:"message"`
}

// MarshalJSON gives severity, code, file, line, col, end_line, end_col,
// message, help and notes.
func (d *Diag) MarshalJSON() ([]byte, error) {
	out := struct {
		Severity string `json:"severity"`
		Code     string `json:"code"`
		place
		Message string     `json:"message"`
		Help    string     `json:"help,omitempty"`
		Notes   []jsonNote `json:"notes,omitempty"`
	}{Severity: d.Severity.String(), Code: d.Code, place: d.Span.placeOf(), Message: d.Msg, Help: d.Help}
	for _, n := range d.Notes {
		out.Notes = append(out.Notes, jsonNote{n.Span.placeOf(), n.Msg})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(out)
	return b.Bytes(), err
}

// WriteJSON writes one object a line.
func (ds *Diags) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, d := range ds.List {
		if err := e.Encode(d); err != nil {
			return err
		}
	}
	return nil
}
