package wasm

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// Sizes of the structs call and query of support/ask.c, and places in them.
const (
	callSize  = 28
	callCount = 24
	querySize = 32
	maxName   = 16 // the longest name that is searched for there
)

// queries is the table of the queries that a routine made before, in its memory: the
// values and flags, which change with every call, then
//
//	where the values of each begin, the queries, their arguments
//
// which change only when there is a new one.
type queries struct {
	learned  []usersub.Query // what the table was made from
	table    uint32          // address
	room     int
	values   int // bytes of values and flags
	atValues int // the table was made for so many values
}

// copyAnswers hands the answers of the frame over.
func (b *binding) copyAnswers() error {
	a := &b.cache.Frame.QueryAnswers
	if !b.hasQueries(a) {
		if err := b.storeQueries(a); err != nil {
			return err
		}
	}
	m := b.sub.m
	binary.LittleEndian.PutUint32(m.memoryAt(b.record+callCount, 4), 0)
	if len(a.Asked) == 0 {
		return nil
	}
	mem := m.memoryAt(b.table, uint32(b.values))
	putReals(mem, a.Value)
	putInts(mem[8*len(a.Value):], a.Flag)
	return nil
}

// hasQueries reports whether the table was made from the queries of a.
func (b *binding) hasQueries(a *usersub.QueryAnswers) bool {
	return len(a.Value) == b.atValues && loading.EqualQueries(a.Asked, b.learned)
}

// storeQueries makes the table.
func (b *binding) storeQueries(a *usersub.QueryAnswers) error {
	n, pars := len(a.Asked), 0
	for i := range a.Asked {
		pars += len(a.Asked[i].Par)
	}
	values := 8*len(a.Value) + 4*n
	at := values
	entries := (at + 4*(n+1) + 7) &^ 7
	par := entries + querySize*n
	m := b.sub.m
	if size := par + 4*pars; size > b.room {
		table, err := m.reserveForHost(2 * size)
		if err != nil {
			return err
		}
		b.table, b.room = table, 2*size
	}
	mem := m.memoryAt(b.table, uint32(b.room))
	put := func(at, v int) { binary.LittleEndian.PutUint32(mem[at:], uint32(v)) }
	for i := range a.At {
		put(at+4*i, int(a.At[i]))
	}
	for i := range a.Asked {
		q, e := &a.Asked[i], mem[entries+querySize*i:]
		clear(e[:querySize])
		ary := 0
		if q.Ary {
			ary = 1
		}
		if copy(e[:maxName], q.Name) < len(q.Name) {
			ary = 2 // never found: Go answers
		}
		binary.LittleEndian.PutUint32(e[16:], uint32(ary))
		binary.LittleEndian.PutUint32(e[20:], uint32(len(q.Par)))
		binary.LittleEndian.PutUint32(e[24:], b.table+uint32(par))
		for _, v := range q.Par {
			put(par, int(v))
			par += 4
		}
	}
	call := m.memoryAt(b.record, callSize)
	for i, v := range []uint32{uint32(n), b.table + uint32(entries), b.table + uint32(at), b.table, b.table + uint32(8*len(a.Value)), 0} {
		binary.LittleEndian.PutUint32(call[4*i:], v)
	}
	b.learned = append(b.learned[:0], a.Asked...)
	b.values, b.atValues = values, len(a.Value)
	return nil
}

// maxAsked bounds the arguments of a query.
const maxAsked = 1 << 16

// answerUnforeseenQuery answers a query that was not foreseen: the function ask of support/ask.c.
func (m *moduleInstance) answerUnforeseenQuery(_ context.Context, stack []uint64) {
	b := m.currentBinding("SYSFNC")
	ary, name, n := uint32(stack[0]) != 0, uint32(stack[1]), uint32(stack[2])
	at, npar := uint32(stack[3]), int32(stack[4])
	dst, count, flag := uint32(stack[5]), uint32(stack[6]), uint32(stack[7])
	if npar < 0 || npar > maxAsked {
		m.put32(flag, 1)
		if ary {
			m.put32(count, 0)
		} else {
			m.putReal(dst, 0)
		}
		return
	}
	par := make([]int32, npar)
	getInts(par, m.memoryAt(at, uint32(4*npar)))
	text := string(m.memoryAt(name, n))
	defer b.keepPanic()
	if !ary {
		v, e := b.cache.SysFnc(text, par)
		m.putReal(dst, v)
		m.put32(flag, e)
		return
	}
	k, e := b.cache.SysAry(text, par, nil)
	if k > 0 {
		v := make([]float64, k)
		b.cache.SysAry(text, par, v)
		b.cache.Asked--
		putReals(m.memoryAt(dst, uint32(8*k)), v)
	}
	m.put32(count, int32(k))
	m.put32(flag, e)
}

// currentBinding is the call under way. A module that makes a query while it is set up ends that.
func (m *moduleInstance) currentBinding(what string) *binding {
	if m.top == nil {
		panic(&hostFault{cause: usersub.Exception, message: "it queries " + what + " while it is set up"})
	}
	return m.top
}

// keepPanic notes what the state panicked with, which continues behind the routine: wazero would
// make an error of it.
func (b *binding) keepPanic() {
	if r := recover(); r != nil {
		if _, ours := r.(*hostFault); ours {
			panic(r)
		}
		b.raised = r
		panic(&hostFault{message: "ended by the solver"})
	}
}

func (m *moduleInstance) put32(at uint32, v int32) {
	binary.LittleEndian.PutUint32(m.memoryAt(at, 4), uint32(v))
}

func (m *moduleInstance) putReal(at uint32, v float64) {
	binary.LittleEndian.PutUint64(m.memoryAt(at, 8), math.Float64bits(v))
}
