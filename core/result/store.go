package result

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math"
	"strconv"
)

// StoreFile is the name of the file in a folder of results that holds all columns of the first model.
const StoreFile = "results.store"

// A store is a stream of blocks, all numbers little endian:
//
//	 0  4  magic "TRB1"
//	 4  4  kind: "head", "prov", "anal", "step", "rows" or "cont"
//	 8  8  bytes of the body
//	16  4  rows in the body of rows and cont, 0 for other kinds
//	20  4  CRC-32C of the 20 bytes before
//	24     body
//
// The body of head, prov, anal and step is JSON and a CRC-32C of it: the columns; the Provenance, of which the last one
// counts; an analysis that begins; the Steps, of which the last ones count. The body of rows belongs to the analysis that began last: 1 + columns times a
// CRC-32C, then the times of its rows, then the values of each column, float64. So a column can be read, and is
// checked, without the others. The body of cont belongs to the rows of the block before it: the count of contact points of each row,
// uint32, then the points, each the id of its Force_Contact, uint32, and place, normal and force, three float32 each, then a
// CRC-32C of all that. A block that is not whole is the end of the file.
const (
	magic        = "TRB1"
	kindHead     = "head"
	kindProv     = "prov"
	kindAnal     = "anal"
	kindStep     = "step"
	kindRows     = "rows"
	kindContacts = "cont"
	headBytes    = 24
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendBlockHead appends the head of a block.
func appendBlockHead(dst []byte, kind string, body, rows int) []byte {
	at := len(dst)
	dst = append(append(dst, magic...), kind...)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(body))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(rows))
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[at:], castagnoli))
}

// blockHead is the head of a block as it is read.
type blockHead struct {
	kind string
	body int64 // bytes
	rows int
}

// parseBlockHead reads the head of a block; false of what is none.
func parseBlockHead(b []byte) (h blockHead, ok bool) {
	if string(b[:4]) != magic || crc32.Checksum(b[:20], castagnoli) != binary.LittleEndian.Uint32(b[20:]) {
		return h, false
	}
	return blockHead{string(b[4:8]), int64(binary.LittleEndian.Uint64(b[8:])), int(binary.LittleEndian.Uint32(b[16:]))}, true
}

// rowBlockBodySize returns the size of the body of a block of rows.
func rowBlockBodySize(columns, rows int) int { return (1 + columns) * (4 + 8*rows) }

// appendJSONBlock appends a block whose body is JSON.
func appendJSONBlock(dst []byte, kind string, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return dst, err
	}
	dst = append(appendBlockHead(dst, kind, len(text)+4, 0), text...)
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(text, castagnoli)), nil
}

// parseJSONBlock reads the body of such a block.
func parseJSONBlock(body []byte, v any) error {
	n := len(body) - 4
	if n < 0 || crc32.Checksum(body[:n], castagnoli) != binary.LittleEndian.Uint32(body[n:]) {
		return fmt.Errorf("a block is damaged: its checksum is wrong")
	}
	return json.Unmarshal(body[:n], v)
}

// storeHead is the body of the first block. Names of quantities, units and frames repeat: columns have indices of texts.
type storeHead struct {
	Version  int           `json:"version"`
	Texts    []string      `json:"texts"`
	Elements []Element     `json:"elements"`
	Columns  []storeColumn `json:"columns"`
}

// storeColumn is a column: its name if that is not made of element and component, then indices of its element and of
// the texts of component, quantity, unit and frame.
type storeColumn struct {
	Name string `json:"n,omitempty"`
	At   [5]int `json:"c"`
}

// storeVersion changes when older readers cannot read a store.
const storeVersion = 1

// makeStoreHead makes the head of a store.
func makeStoreHead(columns []Column) *storeHead {
	h := &storeHead{Version: storeVersion, Texts: []string{}, Elements: []Element{}, Columns: make([]storeColumn, len(columns))}
	texts, elements := map[string]int{}, map[Element]int{}
	for i := range columns {
		c := &columns[i]
		at := [5]int{indexOrAppend(elements, &h.Elements, c.Element)}
		for k, text := range [4]string{c.Component, c.Quantity, c.Unit, c.Frame} {
			at[1+k] = indexOrAppend(texts, &h.Texts, text)
		}
		h.Columns[i].At = at
		if c.Name != ColumnName(c.Element, c.Component) {
			h.Columns[i].Name = c.Name
		}
	}
	return h
}

// indexOrAppend returns the index of v in the list, to whose end it is added if need be.
func indexOrAppend[T comparable](known map[T]int, list *[]T, v T) int {
	i, ok := known[v]
	if !ok {
		i = len(*list)
		known[v] = i
		*list = append(*list, v)
	}
	return i
}

// unpackColumns returns the columns of a store.
func (h *storeHead) unpackColumns() ([]Column, error) {
	if h.Version != storeVersion {
		return nil, fmt.Errorf("the store has version %d, this program reads %d", h.Version, storeVersion)
	}
	columns := make([]Column, len(h.Columns))
	for i, c := range h.Columns {
		if c.At[0] < 0 || c.At[0] >= len(h.Elements) {
			return nil, fmt.Errorf("column %d has no element", i)
		}
		var text [4]string
		for k := range text {
			at := c.At[1+k]
			if at < 0 || at >= len(h.Texts) {
				return nil, fmt.Errorf("column %d has no text %d", i, at)
			}
			text[k] = h.Texts[at]
		}
		e := h.Elements[c.At[0]]
		columns[i] = Column{Name: c.Name, Element: e, Component: text[0], Quantity: text[1], Unit: text[2], Frame: text[3]}
		if c.Name == "" {
			columns[i].Name = ColumnName(e, text[0])
		}
	}
	return columns, nil
}

// ColumnName returns the name of a column: 3.F2 for a request, BODY/2.VX for others.
func ColumnName(e Element, component string) string {
	id := strconv.Itoa(e.ID) + "." + component
	if e.Kind == KindRequest {
		return id
	}
	return e.Kind + "/" + id
}

// DefaultElementName returns the name of an element without a label, as Adams makes it: PART_2.
func DefaultElementName(kind string, id int) string { return fmt.Sprintf("%s_%d", kind, id) }

// encodeFloats writes v into b, little endian.
func encodeFloats(b []byte, v []float64) {
	for i, x := range v {
		binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(x))
	}
}

// decodeFloats reads dst from b.
func decodeFloats(dst []float64, b []byte) {
	for i := range dst {
		dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
}
