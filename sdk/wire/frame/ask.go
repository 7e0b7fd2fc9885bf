package frame

import "github.com/trammel-mbd/trammel/sdk/wire/wirepb"

// valueBytes is the fixed part of a value.
const valueBytes = 16

// Ask appends the payload of ASK, of the call with the number index.
func (w *Writer) Ask(index int, m *wirepb.Ask) {
	w.counts(int(m.Kind), index, len(m.Par), len(m.Input))
	w.Text(m.Name)
	w.Text(m.Attribute)
	w.ints(m.Par)
	w.values(m.Input)
}

// Ask takes a query, which belongs to the caller.
func (r *Reader) Ask() (m *wirepb.Ask, index int) {
	kind := r.u32()
	if wirepb.AskKind_name[int32(kind)] == "" {
		r.bad = true
	}
	m = &wirepb.Ask{Kind: wirepb.AskKind(kind)}
	index = int(r.u32())
	par, inputs := r.count(4), r.count(valueBytes)
	m.Name, m.Attribute = r.Text(), r.Text()
	m.Par = r.ints(nil, par)
	m.Input = r.values(inputs)
	return m, index
}

// Answer appends the payload of ANSWER.
func (w *Writer) Answer(m *wirepb.Answer) {
	w.counts(int(m.Flag), len(m.Values), len(m.Output), 0)
	w.Text(m.Text)
	w.reals(m.Values)
	w.values(m.Output)
}

// Answer takes an answer, which belongs to the caller.
func (r *Reader) Answer() *wirepb.Answer {
	m := &wirepb.Answer{Flag: int32(r.u32())}
	values, outputs := r.count(8), r.count(valueBytes)
	r.zero()
	m.Text = r.Text()
	m.Values = r.reals(nil, values)
	m.Output = r.values(outputs)
	return m
}

func (w *Writer) values(list []*wirepb.Value) {
	for _, v := range list {
		w.counts(len(v.Ints), len(v.Reals), len(v.Texts), 0)
		w.ints(v.Ints)
		w.reals(v.Reals)
		for _, t := range v.Texts {
			w.Text(string(t))
		}
	}
}

func (r *Reader) values(n int) []*wirepb.Value {
	var list []*wirepb.Value
	for ; n > 0 && !r.bad; n-- {
		v := &wirepb.Value{}
		ints, reals, texts := r.count(4), r.count(8), r.count(8)
		r.zero()
		v.Ints, v.Reals = r.ints(nil, ints), r.reals(nil, reals)
		for ; texts > 0 && !r.bad; texts-- {
			v.Texts = append(v.Texts, append([]byte{}, r.bytes()...))
		}
		list = append(list, v)
	}
	return list
}
