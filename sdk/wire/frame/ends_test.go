package frame

import (
	"errors"
	"testing"
	"time"
)

// TestGone: the end of the solver reaches a plugin that waits for a message, and one that computes; Close here wakes who waits here.
func TestGone(t *testing.T) {
	for name, memory := range map[string]bool{"memory": true, "stream": false} {
		t.Run(name, func(t *testing.T) {
			h, err := NewHost(memory)
			if err != nil {
				t.Fatal(err)
			}
			o, gone := h.offer, make(chan struct{})
			if err := o.duplicateInherited(h.Files); err != nil {
				t.Fatal(err)
			}
			plugin, _, err := acceptOffer(o, func() { close(gone) })
			if err != nil {
				t.Fatal(err)
			}
			host, _, err := h.AcceptPlugin(nil)
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() {
				_, _, err := plugin.Receive()
				ended <- err
			}()
			time.Sleep(10 * time.Millisecond)
			host.Close()
			for what, event := range map[string]func() error{
				"the wait": func() error { return <-ended },
				"the watch": func() error {
					<-gone
					return ErrGone
				},
			} {
				came := make(chan error)
				go func() { came <- event() }()
				select {
				case err := <-came:
					if !errors.Is(err, ErrGone) {
						t.Errorf("%s ends with %v", what, err)
					}
				case <-time.After(time.Minute):
					t.Fatalf("%s does not end", what)
				}
			}
			plugin.Close()
		})
	}
}

// TestClose: what waits in another goroutine gets ErrClosed.
func TestClose(t *testing.T) {
	for name, memory := range map[string]bool{"memory": true, "stream": false} {
		t.Run(name, func(t *testing.T) {
			host, plugin, err := NewPair(memory, pageBytes+dataBytes)
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() {
				_, _, err := host.Receive()
				ended <- err
			}()
			time.Sleep(10 * time.Millisecond)
			go func() {
				time.Sleep(10 * time.Millisecond)
				plugin.Close()
			}()
			host.Close()
			select {
			case err := <-ended:
				if !errors.Is(err, ErrClosed) {
					t.Error(err)
				}
			case <-time.After(time.Minute):
				t.Fatal("the wait does not end")
			}
		})
	}
}
