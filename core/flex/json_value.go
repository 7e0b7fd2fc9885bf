package flex

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// jsonValue is a value of a JSON document with its offset.
type jsonValue struct {
	offset int
	value  any // float64, string, bool, nil, []*jsonValue, or *jsonObject
}

type jsonObject struct {
	keys   []string
	at     []int // offsets of the keys
	values []*jsonValue
}

// deepestJSON is how deep values may be nested.
const deepestJSON = 12

// parseJSON reads a document.
func parseJSON(file string, text []byte) (*jsonValue, error) {
	p := jsonParser{file: file, text: text, decoder: json.NewDecoder(bytes.NewReader(text))}
	v, err := p.parseValue(0)
	if err != nil {
		return nil, err
	}
	if rest := p.nextOffset(); rest < len(text) {
		return nil, errorAtOffset(file, text, rest, "there is text behind the end of the document")
	}
	return v, nil
}

type jsonParser struct {
	file    string
	text    []byte
	decoder *json.Decoder
}

// nextOffset returns where the next value or key begins.
func (p *jsonParser) nextOffset() int {
	at := int(p.decoder.InputOffset())
	for at < len(p.text) && bytes.IndexByte([]byte(" \t\r\n,:"), p.text[at]) >= 0 {
		at++
	}
	return at
}

// nextToken returns the next token and where it begins.
func (p *jsonParser) nextToken() (json.Token, int, error) {
	start := p.nextOffset()
	token, err := p.decoder.Token()
	if err == nil {
		return token, start, nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, start, errorAtOffset(p.file, p.text, len(p.text), "the file ends within the document")
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && syntax.Offset > 0 {
		start = int(syntax.Offset) - 1
	}
	return nil, start, errorAtOffset(p.file, p.text, start, "this is not JSON: %v", err)
}

func (p *jsonParser) parseValue(depth int) (*jsonValue, error) {
	token, start, err := p.nextToken()
	if err != nil {
		return nil, err
	}
	v := &jsonValue{offset: start, value: token}
	delim, ok := token.(json.Delim)
	if !ok {
		return v, nil
	}
	if depth == deepestJSON {
		return nil, errorAtOffset(p.file, p.text, start, "values are nested too deeply")
	}
	if delim == '[' {
		v.value, err = p.parseList(depth)
	} else {
		v.value, err = p.parseObject(depth)
	}
	if err != nil {
		return nil, err
	}
	_, _, err = p.nextToken()
	return v, err
}

func (p *jsonParser) parseList(depth int) (list []*jsonValue, err error) {
	for p.decoder.More() {
		e, err := p.parseValue(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

func (p *jsonParser) parseObject(depth int) (*jsonObject, error) {
	o := &jsonObject{}
	for p.decoder.More() {
		key, start, err := p.nextToken()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		if o.find(name) != nil {
			return nil, errorAtOffset(p.file, p.text, start, "%q is given twice", name)
		}
		e, err := p.parseValue(depth + 1)
		if err != nil {
			return nil, err
		}
		o.keys, o.at, o.values = append(o.keys, name), append(o.at, start), append(o.values, e)
	}
	return o, nil
}

// find returns the value of a key, nil for none.
func (o *jsonObject) find(key string) *jsonValue {
	for i, k := range o.keys {
		if k == key {
			return o.values[i]
		}
	}
	return nil
}
