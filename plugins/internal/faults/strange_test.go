//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"bytes"
	"errors"
	"math"
	"os"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// strange is a wrong reply to a call in gRPC, and what comes of it. right is the right one.
type strange struct {
	fault
	do func(p *plain, right *wirepb.Done) error
}

// reals is a reply with other reals.
func reals(v ...float64) func(*plain, *wirepb.Done) error {
	return func(p *plain, _ *wirepb.Done) error { return p.done(&wirepb.Done{Reals: v}) }
}

// fails is a reply with a failure.
func fails(cause wirepb.Cause, message string) func(*plain, *wirepb.Done) error {
	return func(p *plain, right *wirepb.Done) error {
		right.Failure = &wirepb.Failure{Cause: cause, Message: message}
		return p.done(right)
	}
}

// asks is a query in place of a reply.
func asks(m *wirepb.Ask) func(*plain, *wirepb.Done) error {
	return func(p *plain, _ *wirepb.Done) error {
		p.ask(m)
		select {}
	}
}

// first does what is to be done in front of the right reply.
func first(f func(p *plain)) func(*plain, *wirepb.Done) error {
	return func(p *plain, right *wirepb.Done) error {
		f(p)
		return p.done(right)
	}
}

var strangeness = []strange{
	{fault{name: "none"}, first(func(*plain) {})},
	{fault{name: "an empty message", code: 5, says: "sent an empty message"}, func(p *plain, _ *wirepb.Done) error {
		return p.stream.Send(&wirepb.ToHost{Number: p.number})
	}},
	{fault{name: "a reply twice", code: 8, says: "garbled: a reply to message"}, func(p *plain, right *wirepb.Done) error {
		if err := p.done(right); err != nil {
			return err
		}
		return p.done(right)
	}},
	{fault{name: "a reply to no message", code: 8, says: "garbled: a reply to message 123456789 came"}, func(p *plain, right *wirepb.Done) error {
		p.number = 123456789
		return p.done(right)
	}},
	{fault{name: "a reply that does not say any more to what", code: 8, says: "garbled: a reply to message 0 came"}, func(p *plain, right *wirepb.Done) error {
		p.number = 0
		return p.done(right)
	}},
	{fault{name: "a message without end", code: 8, says: "garbled: grpc: received message larger than max"}, reals(make([]float64, 9<<20)...)},
	{fault{name: "no real", code: 5, says: "returned 0 reals and 0 integers"}, reals()},
	{fault{name: "two reals", code: 5, says: "returned 2 reals and 0 integers"}, reals(1, 2)},
	{fault{name: "very many reals", code: 5, says: "returned 200000 reals"}, reals(make([]float64, 200000)...)},
	{fault{name: "an integer", code: 5, says: "returned 0 reals and 1 integers"}, func(p *plain, _ *wirepb.Done) error {
		return p.done(&wirepb.Done{Ints: []int32{1}})
	}},
	{fault{name: "NaN", code: 5, says: "NaN"}, reals(math.NaN())},
	{fault{name: "infinite", code: 5, says: "Inf"}, reals(math.Inf(1))},
	{fault{name: "exception", code: 5, says: "worn out"}, fails(wirepb.Cause_EXCEPTION, "worn out")},
	{fault{name: "called exit", code: 5, says: "it is over"}, fails(wirepb.Cause_EXITED, "it is over")},
	{fault{name: "unknown cause", code: 5, says: "worn out"}, fails(99, "worn out")},
	{fault{name: "failure without words", code: 5}, fails(wirepb.Cause_EXCEPTION, "")},
	{fault{name: "failure with very many words", code: 5, says: "ever and ever"}, fails(wirepb.Cause_EXCEPTION, strings.Repeat("ever and ", 100000)+"ever and ever")},
	{fault{name: "query of an unknown kind", code: 5, says: "query of unknown kind 55"}, asks(&wirepb.Ask{Kind: 55, Name: "DX", Par: []int32{9}})},
	{fault{name: "MODFNC with three ids", code: 5, says: "queried MODFNC with 3 ids"}, asks(&wirepb.Ask{Kind: wirepb.AskKind_MODFNC, Name: "Body_Point", Par: []int32{1, 2, 3}})},
	{fault{name: "no such utility", code: 5, says: `utility "NOSUCH", which does not exist`}, asks(&wirepb.Ask{Kind: wirepb.AskKind_UTILITY, Name: "NOSUCH"})},
	{fault{name: "utility without inputs", code: 5, says: "with too few inputs"}, asks(&wirepb.Ask{Kind: wirepb.AskKind_UTILITY, Name: "ERRMES"})},
	{fault{name: "utility with inputs of the wrong kind", code: 5, says: "the plugin calls ERRMES with"}, asks(&wirepb.Ask{Kind: wirepb.AskKind_UTILITY, Name: "ERRMES",
		Input: []*wirepb.Value{{Reals: []float64{1}}, {Ints: []int32{1}}, {}, {}}})},
	{fault{name: "fields that nobody knows"}, func(p *plain, right *wirepb.Done) error {
		right.ProtoReflect().SetUnknown([]byte{0xd2, 0x85, 0xd8, 0xcc, 0x04, 3, 'a', 'b', 'c'})
		return p.done(right)
	}},
	{fault{name: "a message of another kind", code: 8, says: "was lost"}, func(p *plain, _ *wirepb.Done) error {
		return p.stream.SendMsg(&wirepb.Description{Name: "zzzz", Version: "zzzz"})
	}},
	{fault{name: "a status", code: 8, says: "was lost"}, func(*plain, *wirepb.Done) error { return status.Error(codes.Internal, "worn out") }},
	{fault{name: "an error", code: 8, says: "was lost"}, func(*plain, *wirepb.Done) error { return errors.New("worn out") }},
	{fault{name: "ends the conversation", code: 8, says: "was lost"}, func(*plain, *wirepb.Done) error { return errOver }},
	{fault{name: "exit(4)", code: 8, says: "exit status 4"}, first(func(*plain) { os.Exit(4) })},
	{fault{name: "exit(0)", code: 8, says: "exit status 0"}, first(func(*plain) { os.Exit(0) })},
	{fault{name: "SIGKILL", code: 8, says: "signal: killed"}, first(func(*plain) {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	})},
	{fault{name: "no answer", code: 8, says: "did not respond within", hangs: true}, first(func(*plain) { select {} })},
	{fault{name: "bytes that are no HTTP/2", code: 8, says: "was lost"}, first(func(p *plain) {
		p.raw(bytes.Repeat([]byte{0xA7, 0x5C, 0xFF, 0x00}, 1000))
		select {}
	})},
	{fault{name: "an answer of HTTP/1", code: 8, says: "was lost"}, first(func(p *plain) {
		p.raw([]byte("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"))
		select {}
	})},
	{fault{name: "half a frame of HTTP/2, then nothing", code: 8, says: "did not respond within", hangs: true}, first(func(p *plain) {
		p.raw([]byte{0, 1, 0, 0})
		select {}
	})},
	{fault{name: "says that it goes away", code: 8, says: "was lost"}, first(func(p *plain) {
		p.raw([]byte{0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}) // GOAWAY, no stream was seen
		select {}
	})},
	{fault{name: "closes its connections", code: 8, says: "was lost"}, first(func(p *plain) {
		for _, c := range p.conns {
			c.Close()
		}
		select {}
	})},
	{fault{name: "slow"}, first(func(*plain) {
		if slow++; slow < 4 {
			time.Sleep(10 * time.Millisecond)
		}
	})},
}
