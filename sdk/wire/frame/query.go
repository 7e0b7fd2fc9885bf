package frame

import "github.com/trammel-mbd/trammel/sdk/wire/wirepb"

// valueBytes is the fixed part of a value.
const valueBytes = 16

// Ask appends the payload of ASK, of the call with the number index.
func (w *Writer) Ask(index int, m *wirepb.Ask) {
	w.putCounts(int(m.Kind), index, len(m.Par), len(m.Input))
	w.Text(m.Name)
	w.Text(m.Attribute)
	w.putIntList(m.Par)
	w.putValues(m.Input)
}

// Ask takes a query, which belongs to the caller.
func (r *Reader) Ask() (m *wirepb.Ask, index int) {
	kind := r.u32()
	if wirepb.AskKind_name[int32(kind)] == "" {
		r.bad = true
	}
	m = &wirepb.Ask{Kind: wirepb.AskKind(kind)}
	index = int(r.u32())
	par, inputs := r.readCount(4), r.readCount(valueBytes)
	m.Name, m.Attribute = r.Text(), r.Text()
	m.Par = r.readInts(nil, par)
	m.Input = r.readValues(inputs)
	return m, index
}

// Answer appends the payload of ANSWER.
func (w *Writer) Answer(m *wirepb.Answer) {
	w.putCounts(int(m.Flag), len(m.Values), len(m.Output), 0)
	w.Text(m.Text)
	w.putRealList(m.Values)
	w.putValues(m.Output)
}

// Answer takes an answer, which belongs to the caller.
func (r *Reader) Answer() *wirepb.Answer {
	m := &wirepb.Answer{Flag: int32(r.u32())}
	values, outputs := r.readCount(8), r.readCount(valueBytes)
	r.expectZero()
	m.Text = r.Text()
	m.Values = r.reals(nil, values)
	m.Output = r.readValues(outputs)
	return m
}

func (w *Writer) putValues(list []*wirepb.Value) {
	for _, v := range list {
		w.putCounts(len(v.Ints), len(v.Reals), len(v.Texts), 0)
		w.putIntList(v.Ints)
		w.putRealList(v.Reals)
		for _, t := range v.Texts {
			w.Text(string(t))
		}
	}
}

func (r *Reader) readValues(n int) []*wirepb.Value {
	var list []*wirepb.Value
	for ; n > 0 && !r.bad; n-- {
		v := &wirepb.Value{}
		ints, reals, texts := r.readCount(4), r.readCount(8), r.readCount(8)
		r.expectZero()
		v.Ints, v.Reals = r.readInts(nil, ints), r.reals(nil, reals)
		for ; texts > 0 && !r.bad; texts-- {
			v.Texts = append(v.Texts, append([]byte{}, r.readBytes()...))
		}
		list = append(list, v)
	}
	return list
}
