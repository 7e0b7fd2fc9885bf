package study

import (
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
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

// describe names the type of a value for messages.
func (v *tomlValue) describe() string {
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
	var all map[string]any // for what the syntax tree does not show: keys that are given twice
	if err := toml.Unmarshal(src.Text, &all); err != nil {
		at := deck.Span{Src: src}
		var where *toml.DecodeError
		if errors.As(err, &where) {
			at = src.SpanAt(where.Position())
		}
		reportSyntax(diags, at, strings.TrimPrefix(err.Error(), "toml: "))
		return nil
	}
	r := &tomlReader{src: src, root: &tomlTable{span: deck.Span{Src: src}}}
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
	return r.root
}

type tomlReader struct {
	src    *deck.Source
	parser unstable.Parser
	root   *tomlTable
}

func (r *tomlReader) spanOf(n *unstable.Node) deck.Span {
	at := int(n.Raw.Offset)
	return deck.Span{Src: r.src, Start: at, End: at + int(n.Raw.Length)}
}

// enterTable returns the table of a header.
func (r *tomlReader) enterTable(n *unstable.Node) *tomlTable {
	t := r.root
	for it := n.Key(); it.Next(); {
		k := it.Node()
		last := it.IsLast()
		e := t.find(string(k.Data))
		if e == nil {
			kind := unstable.Table
			if last {
				kind = n.Kind
			}
			e = &tomlEntry{name: string(k.Data), span: r.spanOf(k), value: &tomlValue{span: r.spanOf(k), kind: kind, table: &tomlTable{span: r.spanOf(k)}}}
			t.entries = append(t.entries, e)
			if kind == unstable.ArrayTable {
				e.value.table = nil
			}
		}
		if last && n.Kind == unstable.ArrayTable {
			e.value.list = append(e.value.list, &tomlValue{span: r.spanOf(k), kind: unstable.Table, table: &tomlTable{span: r.spanOf(k)}})
		}
		if list := e.value.list; len(list) > 0 && e.value.kind == unstable.ArrayTable {
			t = list[len(list)-1].table
		} else {
			t = e.value.table
		}
	}
	return t
}

// addKeyValue adds a key, which may be dotted, and its value.
func (r *tomlReader) addKeyValue(t *tomlTable, n *unstable.Node) {
	for it := n.Key(); it.Next(); {
		k := it.Node()
		if it.IsLast() {
			t.entries = append(t.entries, &tomlEntry{name: string(k.Data), span: r.spanOf(k), value: r.valueOf(n.Value(), r.spanOf(k))})
			return
		}
		e := t.find(string(k.Data))
		if e == nil {
			e = &tomlEntry{name: string(k.Data), span: r.spanOf(k), value: &tomlValue{span: r.spanOf(k), kind: unstable.Table, table: &tomlTable{span: r.spanOf(k)}}}
			t.entries = append(t.entries, e)
		}
		t = e.value.table
	}
}

// behindKey is the first character of the value that follows a key.
func (r *tomlReader) behindKey(key deck.Span) deck.Span {
	at := key.End
	for at < len(r.src.Text) && strings.IndexByte(" \t=", r.src.Text[at]) >= 0 {
		at++
	}
	return deck.Span{Src: r.src, Start: at, End: min(at+1, len(r.src.Text))}
}

// valueOf returns a value. key is where values without a position of their own are.
func (r *tomlReader) valueOf(n *unstable.Node, key deck.Span) *tomlValue {
	v := &tomlValue{span: r.spanOf(n), kind: n.Kind}
	if v.span.Start == v.span.End {
		v.span = r.behindKey(key)
	}
	switch n.Kind {
	case unstable.Array:
		for it := n.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				v.list = append(v.list, r.valueOf(it.Node(), key))
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
