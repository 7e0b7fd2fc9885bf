package study

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/trammel-mbd/trammel/core/deck"
)

// tomlValue is a value of a TOML file with its position.
type tomlValue struct {
	span  deck.Span
	kind  unstable.Kind
	text  string       // of a scalar
	list  []*tomlValue // of an array
	table *tomlTable   // of a table; also the elements of an array of tables

	headed bool // of a table: it has a header of its own
}

// tomlTable is a table with its keys in the order of the file.
type tomlTable struct {
	span    deck.Span // of its header
	entries []*tomlEntry
}

type tomlEntry struct {
	name  string
	span  deck.Span // of the name
	value *tomlValue
}

func (t *tomlTable) find(name string) *tomlEntry {
	for _, e := range t.entries {
		if e.name == name {
			return e
		}
	}
	return nil
}

// typeName names the type of a value for messages.
func (v *tomlValue) typeName() string {
	switch v.kind {
	case unstable.String:
		return "a text"
	case unstable.Integer, unstable.Float:
		return "a number"
	case unstable.Bool:
		return "true or false"
	case unstable.Array:
		return "a list"
	case unstable.Table, unstable.InlineTable:
		return "a table"
	case unstable.ArrayTable:
		return "a list of tables"
	}
	return "a date"
}

// number returns the number of an integer or a float.
func (v *tomlValue) number() (x float64, ok bool) {
	text := strings.ReplaceAll(v.text, "_", "")
	switch v.kind {
	case unstable.Integer:
		if n, err := strconv.ParseInt(text, 0, 64); err == nil {
			return float64(n), true
		}
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil
	case unstable.Float:
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil
	}
	return 0, false
}

// readTOML reads a file. It returns nil where it is not TOML, which it reports.
func readTOML(src *deck.Source, diags *deck.Diags) *tomlTable {
	r := &tomlReader{src: src, diags: diags, root: &tomlTable{span: deck.Span{Src: src}}}
	r.parser.Reset(src.Text)
	current := r.root
	for r.parser.NextExpression() {
		e := r.parser.Expression()
		switch e.Kind {
		case unstable.KeyValue:
			r.addKeyValue(current, e)
		case unstable.Table, unstable.ArrayTable:
			current = r.enterTable(e)
		}
	}
	if err := r.parser.Error(); err != nil {
		at, text := deck.Span{Src: src}, err.Error()
		var where *unstable.ParserError
		if errors.As(err, &where) {
			at = r.spanAt(r.parser.Range(where.Highlight))
			text = where.Message
		}
		reportSyntax(diags, at, text)
	}
	if diags.HasErrors() {
		return nil
	}
	return r.root
}

type tomlReader struct {
	src    *deck.Source
	diags  *deck.Diags
	parser unstable.Parser
	root   *tomlTable
}

func (r *tomlReader) spanOf(n *unstable.Node) deck.Span { return r.spanAt(n.Raw) }

func (r *tomlReader) spanAt(x unstable.Range) deck.Span {
	at := int(x.Offset)
	return deck.Span{Src: r.src, Start: at, End: at + int(x.Length)}
}

// newTableValue returns a table that a key at a position names.
func newTableValue(at deck.Span, kind unstable.Kind) *tomlValue {
	v := &tomlValue{span: at, kind: kind}
	if kind != unstable.ArrayTable {
		v.table = &tomlTable{span: at}
	}
	return v
}

// findOrAddEntry returns the entry of a key of a table, which is added if need be; nil where the key has a value that is no table, which is reported.
func (r *tomlReader) findOrAddEntry(t *tomlTable, k *unstable.Node, kind unstable.Kind) *tomlEntry {
	e := t.find(string(k.Data))
	if e == nil {
		e = &tomlEntry{name: string(k.Data), span: r.spanOf(k), value: newTableValue(r.spanOf(k), kind)}
		t.entries = append(t.entries, e)
	}
	if v := e.value; v.kind != unstable.Table && v.kind != unstable.ArrayTable {
		r.reportTwice(k, e)
		return nil
	}
	return e
}

func (r *tomlReader) reportTwice(k *unstable.Node, first *tomlEntry) {
	reportSyntax(r.diags, r.spanOf(k), fmt.Sprintf("%s is given twice, first in line %d", first.name, first.span.Line()))
}

// enterTable returns the table of a header.
func (r *tomlReader) enterTable(n *unstable.Node) *tomlTable {
	t := r.root
	for it := n.Key(); it.Next(); {
		k, kind := it.Node(), unstable.Table
		last := it.IsLast()
		if last {
			kind = n.Kind
		}
		known := t.find(string(k.Data))
		e := r.findOrAddEntry(t, k, kind)
		if e == nil {
			return &tomlTable{} // reported
		}
		v := e.value
		switch {
		case last && kind != v.kind, last && kind == unstable.Table && known != nil && v.headed:
			r.reportTwice(k, e)
			return &tomlTable{}
		case last && kind == unstable.ArrayTable:
			v.list = append(v.list, newTableValue(r.spanOf(k), unstable.Table))
		case last:
			v.headed = true
		}
		if t = v.table; v.kind == unstable.ArrayTable {
			t = v.list[len(v.list)-1].table
		}
	}
	return t
}

// addKeyValue adds a key, which may be dotted, and its value.
func (r *tomlReader) addKeyValue(t *tomlTable, n *unstable.Node) {
	for it := n.Key(); it.Next(); {
		k := it.Node()
		if !it.IsLast() {
			e := r.findOrAddEntry(t, k, unstable.Table)
			if e == nil || e.value.kind != unstable.Table {
				return
			}
			t = e.value.table
			continue
		}
		if first := t.find(string(k.Data)); first != nil {
			r.reportTwice(k, first)
			return
		}
		t.entries = append(t.entries, &tomlEntry{name: string(k.Data), span: r.spanOf(k), value: r.convertValue(n.Value(), r.spanOf(k))})
	}
}

// valueStart is the first character of the value that follows a key.
func (r *tomlReader) valueStart(key deck.Span) deck.Span {
	at := key.End
	for at < len(r.src.Text) && strings.IndexByte(" \t=", r.src.Text[at]) >= 0 {
		at++
	}
	return deck.Span{Src: r.src, Start: at, End: min(at+1, len(r.src.Text))}
}

// convertValue returns a value. key is where values without a position of their own are.
func (r *tomlReader) convertValue(n *unstable.Node, key deck.Span) *tomlValue {
	v := &tomlValue{span: r.spanOf(n), kind: n.Kind}
	if v.span.Start == v.span.End {
		v.span = r.valueStart(key)
	}
	switch n.Kind {
	case unstable.Array:
		for it := n.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				v.list = append(v.list, r.convertValue(it.Node(), key))
			}
		}
		if len(v.list) > 0 {
			v.span.End = max(v.span.End, v.list[len(v.list)-1].span.End)
		}
	case unstable.InlineTable:
		v.table = &tomlTable{span: v.span}
		for it := n.Children(); it.Next(); {
			r.addKeyValue(v.table, it.Node())
		}
	default:
		v.text = string(n.Data)
		if raw := r.src.Text[v.span.Start:v.span.End]; n.Kind != unstable.String && v.text == "" {
			v.text = string(raw)
		}
	}
	return v
}
