package frame

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"
)

// streamPair returns both ends of a conversation over pipes; HELLO has gone.
func streamPair(t *testing.T) (server, client *Conn) {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	server, client = NewStreamConn(toServer, fromServer), NewStreamConn(toClient, fromClient)
	sent := make(chan error, 1)
	go func() {
		server.BeginMessage(Hello).WriteText("{}")
		sent <- server.Send()
	}()
	if k, r, err := client.Receive(); err != nil || k != Hello || r.ReadText() != "{}" {
		t.Fatalf("%v %v", k, err)
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	return server, client
}

// TestStreamCancel: CANCEL reaches work under way; one that comes when the work is over does nothing, and the message behind it arrives.
func TestStreamCancel(t *testing.T) {
	server, client := streamPair(t)
	served := make(chan error, 1)
	go func() { // each request is work that lasts until it is cancelled, but the second and the last
		for n := range 4 {
			if _, _, err := server.Receive(); err != nil {
				served <- err
				return
			}
			cancelled := make(chan struct{})
			done := server.WatchForCancel(func() {
				select {
				case <-cancelled:
				default:
					close(cancelled)
				}
			})
			if n%2 == 0 {
				<-cancelled
			}
			done()
			server.BeginMessage(Reply).WriteText("")
			if err := server.Send(); err != nil {
				served <- err
				return
			}
		}
		served <- nil
	}()
	for n := range 4 {
		client.BeginMessage(Request).WriteText("")
		if err := client.Send(); err != nil {
			t.Fatal(err)
		}
		if n%2 == 0 {
			if err := client.SendCancel(); err != nil {
				t.Fatal(err)
			}
		}
		if k, _, err := client.Receive(); k != Reply || err != nil {
			t.Fatalf("%v %v", k, err)
		}
		if n == 0 { // too late; the pipe is read by who reads the next message
			go client.SendCancel()
			time.Sleep(time.Millisecond)
		}
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// TestStreamGone: the end of the client cancels work under way, and is what the server receives next.
func TestStreamGone(t *testing.T) {
	server, client := streamPair(t)
	go func() {
		client.BeginMessage(Request).WriteText("")
		_ = client.Send()
		client.Close()
	}()
	if _, _, err := server.Receive(); err != nil {
		t.Fatal(err)
	}
	cancelled := make(chan struct{})
	done := server.WatchForCancel(func() { close(cancelled) })
	select {
	case <-cancelled:
	case <-time.After(time.Minute):
		t.Fatal("the work is not cancelled")
	}
	done()
	server.seq++ // for the reply that nobody reads
	if _, _, err := server.Receive(); !errors.Is(err, ErrGone) {
		t.Errorf("%v", err)
	}
}

// TestStreamLaws: while work is under way messages go to and fro, for longer than the time after which CANCEL is looked for, and CANCEL
// comes through between them and beside them.
func TestStreamLaws(t *testing.T) {
	server, client := streamPair(t)
	served := make(chan error, 1)
	go func() {
		served <- func() error {
			if _, _, err := server.Receive(); err != nil {
				return err
			}
			cancelled := make(chan struct{})
			done := server.WatchForCancel(func() { close(cancelled) })
			for n := range 200 {
				server.BeginMessage(Call).WriteText("")
				if err := server.Send(); err != nil {
					return err
				}
				if k, _, err := server.Receive(); err != nil || k != Done {
					return fmt.Errorf("%v %w", k, err)
				}
				if n%50 == 0 {
					time.Sleep(2 * watchAfter) // the reply to the next call is read ahead
				}
			}
			<-cancelled
			done()
			server.BeginMessage(Reply).WriteText("")
			return server.Send()
		}()
	}()
	client.BeginMessage(Request).WriteText("")
	if err := client.Send(); err != nil {
		t.Fatal(err)
	}
	calls := 0
	for {
		k, _, err := client.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if k == Reply {
			break
		}
		if calls++; calls == 200 {
			if err := client.SendCancel(); err != nil {
				t.Fatal(err)
			}
		}
		if calls%40 == 0 {
			time.Sleep(2 * watchAfter) // the law takes longer than that
		}
		client.BeginMessage(Done).WriteText("")
		if err := client.Send(); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-served; err != nil || calls != 200 {
		t.Error(calls, err)
	}
}
