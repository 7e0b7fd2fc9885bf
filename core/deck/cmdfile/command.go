package cmdfile

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// form is how a value of a parameter is written.
type form uint8

const (
	bare    form = iota // .model.part, 12.5d, on
	quoted              // "text"
	formula             // (expression)
)

// value is one of the values of a parameter.
type value struct {
	form form
	text string // without quotes or parentheses
	at   deck.Span
}

// param is NAME=value, value.
type param struct {
	name   string
	at     deck.Span
	values []value
}

// word is a keyword.
type word struct {
	s  string
	at deck.Span
}

// command is one command: keywords and parameters.
type command struct {
	line   *line
	words  []word
	params []param
}

func (c *command) keywordSpan() deck.Span {
	if len(c.words) == 0 {
		return c.line.spanOf(0, len(c.line.s))
	}
	at := c.words[0].at
	if last := c.words[len(c.words)-1].at; last.End > at.End {
		at.End = last.End
	}
	return at
}

// text returns the keywords.
func (c *command) text() string {
	var b strings.Builder
	for i, w := range c.words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.s)
	}
	return b.String()
}

// parser cuts a line into keywords and parameters.
type parser struct {
	l     *line
	s     string
	i     int
	diags *deck.Diags
}

func (p *parser) skipBlanks() {
	for p.i < len(p.s) && isBlank(p.s[p.i]) {
		p.i++
	}
}

// parse returns nil where the line is not a command, which is reported.
func (p *parser) parse() *command {
	c := &command{line: p.l}
	for p.skipBlanks(); p.i < len(p.s); p.skipBlanks() {
		start := p.i
		for p.i < len(p.s) && !isBlank(p.s[p.i]) && p.s[p.i] != '=' {
			p.i++
		}
		name, at := p.s[start:p.i], p.l.spanOf(start, p.i)
		p.skipBlanks()
		if p.i >= len(p.s) || p.s[p.i] != '=' {
			if len(c.params) > 0 {
				p.diags.AddErrorf(at, "E651", "%s: expected NAME=value, found %q", shortenForMessage(c.text()), shortenForMessage(name)).
					Help = "values of a list are separated by commas, and a text with blanks is in quotes"
				return nil
			}
			if strings.Trim(name, ",") == "" {
				p.diags.AddErrorf(at, "E651", "%q is not a command", shortenForMessage(name)).Help = "a command is written keywords NAME=value, and a line that continues ends with &"
				return nil
			}
			c.words = append(c.words, word{strings.Trim(name, ","), at})
			continue
		}
		if name == "" {
			p.diags.AddErrorf(p.l.spanOf(p.i, p.i+1), "E651", "%s: a value without the name of its parameter", shortenForMessage(c.text()))
			return nil
		}
		p.i++
		q := param{name: strings.ToLower(name), at: at}
		if !p.parseValues(&q) {
			return nil
		}
		c.params = append(c.params, q)
	}
	if len(c.words) == 0 && len(c.params) > 0 {
		p.diags.AddErrorf(c.params[0].at, "E651", "a parameter without a command before it: %s=", shortenForMessage(c.params[0].name)).
			Help = "end the line before it with &"
		return nil
	}
	return c
}

// parseValues takes the values of a parameter.
func (p *parser) parseValues(q *param) bool {
	for {
		p.skipBlanks()
		if p.i >= len(p.s) {
			return true // NAME= without a value is not given
		}
		start := p.i
		v, ok := p.parseValue()
		if !ok {
			return false
		}
		if p.i == start {
			return true
		}
		q.values = append(q.values, v)
		p.skipBlanks()
		if p.i >= len(p.s) || p.s[p.i] != ',' {
			return true
		}
		p.i++
	}
}

func (p *parser) parseValue() (v value, ok bool) {
	start := p.i
	switch c := p.s[p.i]; {
	case c == '"' || c == '\'':
		n := stringEnd(p.s[p.i:])
		if n == 0 {
			p.diags.AddErrorf(p.l.spanOf(p.i, len(p.s)), "E652", "the quote %c is not closed on its line", c).
				Help = "a long text is a list of strings, \"…\", \"…\", one a line"
			return v, false
		}
		p.i += n
		if p.i < len(p.s) && (p.s[p.i] == '.' || p.s[p.i] == '/') { // 'a name'.part
			p.skipUnquotedValue()
			return value{bare, p.s[start:p.i], p.l.spanOf(start, p.i)}, true
		}
		return value{quoted, unescape(p.s[start+1 : p.i-1]), p.l.spanOf(start, p.i)}, true
	case c == '(':
		if !p.skipParentheses() {
			return v, false
		}
		return value{formula, p.s[start+1 : p.i-1], p.l.spanOf(start, p.i)}, true
	}
	// A name and = behind it is the next parameter.
	if n := nameEnd(p.s, p.i); n > p.i {
		if rest := strings.TrimLeft(p.s[n:], " \t"); strings.HasPrefix(rest, "=") {
			return value{}, true
		}
	}
	if !p.skipUnquotedValue() {
		return v, false
	}
	return value{bare, p.s[start:p.i], p.l.spanOf(start, p.i)}, true
}

// skipUnquotedValue passes a value without quotes: up to a blank or comma outside of parentheses.
func (p *parser) skipUnquotedValue() bool {
	for p.i < len(p.s) && !isBlank(p.s[p.i]) && p.s[p.i] != ',' {
		switch c := p.s[p.i]; c {
		case '(', '{':
			if !p.skipParentheses() {
				return false
			}
			continue
		case '"', '\'':
			if n := stringEnd(p.s[p.i:]); n > 0 {
				p.i += n
				continue
			}
		}
		p.i++
	}
	return true
}

// skipParentheses passes what an opening parenthesis at p.i begins.
func (p *parser) skipParentheses() bool {
	start, depth := p.i, 0
	for p.i < len(p.s) {
		switch p.s[p.i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case '"', '\'':
			if n := stringEnd(p.s[p.i:]); n > 0 {
				p.i += n
				continue
			}
		}
		p.i++
		if depth == 0 {
			return true
		}
	}
	p.diags.AddErrorf(p.l.spanOf(start, start+1), "E653", "the parenthesis is not closed").
		Help = "close it, or end the line with & if it continues"
	return false
}

// unescape removes the backslash before quotes and backslashes of a string.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			switch i++; s[i] {
			case 'n':
				b.WriteByte('\n')
				continue
			case 't':
				b.WriteByte('\t')
				continue
			case '"', '\'', '\\', '$':
			default:
				b.WriteByte('\\')
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// shortenForMessage cuts a text for a message and keeps it on one line.
func shortenForMessage(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for i := range s {
		if i >= 50 {
			return s[:i] + "…"
		}
	}
	return s
}
