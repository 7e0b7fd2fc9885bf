package frame

import "github.com/trammel-mbd/trammel/sdk/wire/wirepb"

// valueBytes is the fixed part of a value.
const valueBytes = 16

// WriteQuery appends the payload of ASK, of the call with the number index.
func (w *Writer) WriteQuery(index int, m *wirepb.Ask) {
	w.putCounts(int(m.Kind), index, len(m.Par), len(m.Input))
	w.WriteText(m.Name)
	w.WriteText(m.Attribute)
	w.putIntList(m.Par)
	w.putValues(m.Input)
}

// ReadQuery takes a query, which belongs to the caller.
func (r *Reader) ReadQuery() (m *wirepb.Ask, index int) {
	kind := r.readU32()
	if wirepb.AskKind_name[int32(kind)] == "" {
		r.bad = true
	}
	m = &wirepb.Ask{Kind: wirepb.AskKind(kind)}
	index = int(r.readU32())
	par, inputs := r.readCount(4), r.readCount(valueBytes)
	m.Name, m.Attribute = r.ReadText(), r.ReadText()
	m.Par = r.appendInts(nil, par)
	m.Input = r.readValues(inputs)
	return m, index
}

// WriteAnswer appends the payload of ANSWER.
func (w *Writer) WriteAnswer(m *wirepb.Answer) {
	w.putCounts(int(m.Flag), len(m.Values), len(m.Output), 0)
	w.WriteText(m.Text)
	w.putRealList(m.Values)
	w.putValues(m.Output)
}

// ReadAnswer takes an answer, which belongs to the caller.
func (r *Reader) ReadAnswer() *wirepb.Answer {
	m := &wirepb.Answer{Flag: int32(r.readU32())}
	values, outputs := r.readCount(8), r.readCount(valueBytes)
	r.expectZero()
	m.Text = r.ReadText()
	m.Values = r.appendReals(nil, values)
	m.Output = r.readValues(outputs)
	return m
}

func (w *Writer) putValues(list []*wirepb.Value) {
	for _, v := range list {
		w.putCounts(len(v.Ints), len(v.Reals), len(v.Texts), 0)
		w.putIntList(v.Ints)
		w.putRealList(v.Reals)
		for _, t := range v.Texts {
			w.WriteText(string(t))
		}
	}
}

func (r *Reader) readValues(n int) []*wirepb.Value {
	var list []*wirepb.Value
	for ; n > 0 && !r.bad; n-- {
		v := &wirepb.Value{}
		ints, reals, texts := r.readCount(4), r.readCount(8), r.readCount(8)
		r.expectZero()
		v.Ints, v.Reals = r.appendInts(nil, ints), r.appendReals(nil, reals)
		for ; texts > 0 && !r.bad; texts-- {
			v.Texts = append(v.Texts, append([]byte{}, r.readBytes()...))
		}
		list = append(list, v)
	}
	return list
}
