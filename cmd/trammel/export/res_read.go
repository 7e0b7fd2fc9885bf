package export

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
)

// Res is what a result file of Adams holds.
type Res struct {
	File  string
	Title string
	// Units has the names of units by angle, length, mass and time.
	Units    map[string]string
	Entities []ResEntity
	Blocks   []ResBlock
}

// ResEntity is an element in a result file.
type ResEntity struct {
	Name, Entity, Type string
	ID                 int // 0 if it has none
	Components         []ResComponent
}

// ResComponent is a component of an element.
type ResComponent struct {
	Name, Unit string
	At         int // index in the values of a row; the time has 0
}

// ResBlock is the rows of one analysis.
type ResBlock struct {
	Name, Type string // modelInput_001; "input", "initialConditions", "static", dynamic, ...
	Rows       [][]float64
}

// ReadResFile reads a result file in the schema xrf.
func ReadResFile(name string) (*Res, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := parseRes(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r.File = name
	return r, nil
}

// resReader reads the elements of a file one by one.
type resReader struct {
	d   *xml.Decoder
	res *Res
	ids map[int]bool // of components
}

func parseRes(f io.Reader) (*Res, error) {
	r := &resReader{d: xml.NewDecoder(f), res: &Res{Units: map[string]string{}}, ids: map[int]bool{}}
	r.d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	root := ""
	for {
		t, err := r.d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if root == "" {
			if root = e.Name.Local; root != "Results" {
				return nil, fmt.Errorf("this is not a result file of Adams: its outermost element is %s, not Results", root)
			}
		}
		if err := r.readElement(e); err != nil {
			return nil, err
		}
	}
	switch {
	case root == "":
		return nil, fmt.Errorf("the file is empty")
	case len(r.res.Entities) == 0:
		return nil, fmt.Errorf("the file has no StepMap, which names its values")
	}
	return r.res, r.resolveComponentIDs()
}

func (r *resReader) readElement(e xml.StartElement) error {
	get := func(name string) string {
		for _, a := range e.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	switch e.Name.Local {
	case "ModelInfo":
		r.res.Title = get("title")
	case "Units":
		for _, a := range e.Attr {
			r.res.Units[a.Name.Local] = a.Value
		}
	case "Entity":
		id, _ := strconv.Atoi(get("objectId"))
		r.res.Entities = append(r.res.Entities, ResEntity{Name: get("name"), Entity: get("entity"), Type: get("entType"), ID: id})
	case "Component":
		id, err := strconv.Atoi(get("id"))
		n := len(r.res.Entities)
		if err != nil || id < 1 || r.ids[id] || n == 0 {
			return fmt.Errorf("line %d: Component %s: its id %q is not a number of its own", r.lineNumber(), get("name"), get("id"))
		}
		r.ids[id] = true
		x := &r.res.Entities[n-1]
		x.Components = append(x.Components, ResComponent{get("name"), get("unitsValue"), id})
	case "Data":
		r.res.Blocks = append(r.res.Blocks, ResBlock{Name: get("name")})
	case "Step":
		return r.readRowOfStep(get("type"))
	}
	return nil
}

func (r *resReader) lineNumber() int {
	line, _ := r.d.InputPos()
	return line
}

// readRowOfStep reads the numbers of a row.
func (r *resReader) readRowOfStep(kind string) error {
	n := len(r.res.Blocks)
	if n == 0 {
		return fmt.Errorf("line %d: Step outside of Data", r.lineNumber())
	}
	b := &r.res.Blocks[n-1]
	b.Type = kind
	line := r.lineNumber()
	row := make([]float64, 0, len(r.ids))
	var text strings.Builder
	for {
		t, err := r.d.Token()
		if err != nil {
			return err
		}
		if c, ok := t.(xml.CharData); ok {
			text.Write(c)
		}
		if _, ok := t.(xml.EndElement); ok {
			break
		}
	}
	for _, word := range strings.Fields(text.String()) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return fmt.Errorf("line %d: %q is not a number", line, word)
		}
		row = append(row, v)
	}
	if len(row) != len(r.ids) {
		return fmt.Errorf("line %d: the step has %d values, the StepMap names %d", line, len(row), len(r.ids))
	}
	b.Rows = append(b.Rows, row)
	return nil
}

// resolveComponentIDs turns ids of components into indices: values are in the order of the ids.
func (r *resReader) resolveComponentIDs() error {
	ids := make([]int, 0, len(r.ids))
	for id := range r.ids {
		ids = append(ids, id)
	}
	sort.Ints(ids)
	for i := range r.res.Entities {
		for k := range r.res.Entities[i].Components {
			c := &r.res.Entities[i].Components[k]
			c.At = sort.SearchInts(ids, c.At)
		}
	}
	return nil
}
