package trial

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// readCSV reads a table with a line of column names and a line for each row.
// Values of an array are in one cell with blanks between them; an empty cell
// counts as not there. Lines that begin with # are comments.
func readCSV(data []byte, sig *usersub.Sig) (*Table, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	r.Comment, r.TrimLeadingSpace = '#', true
	head, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the table is empty: its first line names the columns")
	}
	if err != nil {
		return nil, err
	}
	t := &Table{}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		row := newEmptyRow()
		for i, text := range cells {
			if text = strings.TrimSpace(text); text == "" {
				continue
			}
			if err := row.setColumn(sig, strings.TrimSpace(head[i]), text); err != nil {
				line, _ := r.FieldPos(i)
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
		}
		t.Rows = append(t.Rows, row)
	}
}

// readJSON reads a list of objects, or an object whose member rows is one. The
// names are those of the columns of a CSV table; a value is a number, a list or
// a text.
func readJSON(data []byte, sig *usersub.Sig) (*Table, error) {
	var rows []map[string]any
	var whole struct {
		Rows *[]map[string]any `json:"rows"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	target := any(&rows)
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		d.DisallowUnknownFields()
		whole.Rows, target = &rows, &whole
	}
	if err := d.Decode(target); err != nil {
		return nil, fmt.Errorf("this is not a table in JSON: %w", err)
	}
	t := &Table{}
	for i, members := range rows {
		row := newEmptyRow()
		for column, value := range members {
			text, err := cellText(value)
			if err == nil && value != nil {
				err = row.setColumn(sig, column, text)
			}
			if err != nil {
				return nil, fmt.Errorf("row %d: %s: %w", i+1, column, err)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// cellText returns a value as the text of a cell; null in a list is an entry that
// does not matter.
func cellText(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "*", nil
	case json.Number:
		return v.String(), nil
	case string:
		return v, nil
	case []any:
		var list []string
		for _, x := range v {
			if _, nested := x.([]any); nested {
				return "", errors.New("a list inside a list")
			}
			s, err := cellText(x)
			if err != nil {
				return "", err
			}
			list = append(list, s)
		}
		return strings.Join(list, " "), nil
	}
	return "", fmt.Errorf("%v is neither a number nor a list nor a text", value)
}

func parseInt(text string, dst *int) error {
	v, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%q is not an integer", text)
	}
	*dst = v
	return nil
}

// parseReal reads a number; * is NaN, which means that the value does not matter.
func parseReal(text string) (float64, error) {
	if text == "*" {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return v, nil
}

func parseReals(text string) ([]float64, error) {
	list := []float64{}
	for f := range strings.FieldsFuncSeq(text, isSeparator) {
		v, err := parseReal(f)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func parseInts(text string) ([]int32, error) {
	list := []int32{}
	for f := range strings.FieldsFuncSeq(text, isSeparator) {
		v, err := strconv.ParseInt(f, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("%q is not an integer", f)
		}
		list = append(list, int32(v))
	}
	return list, nil
}

func isSeparator(c rune) bool { return c == ' ' || c == ';' || c == '\t' }
