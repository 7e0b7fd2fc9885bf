package page

import (
	"net/http"
	"sync"
	"time"
)

// leaveGrace is how long a page may be away before it counts as closed: it is loaded again within this time.
const leaveGrace = 2 * time.Second

// pageTracker counts the pages that are open in browsers: each holds a connection.
type pageTracker struct {
	left  chan struct{} // closed when the last page has left
	ended chan struct{} // closed with the server

	mu    sync.Mutex
	open  int
	timer *time.Timer // runs while no page is open
	gone  bool        // left is closed
	over  bool        // ended is closed
}

func newPageTracker() *pageTracker {
	return &pageTracker{left: make(chan struct{}), ended: make(chan struct{})}
}

// holdConnection holds the connection of a page until the page or the server ends.
func (w *pageTracker) holdConnection(to http.ResponseWriter, r *http.Request) error {
	to.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if err := http.NewResponseController(to).Flush(); err != nil {
		return err
	}
	w.addToPageCount(1)
	defer w.addToPageCount(-1)
	select {
	case <-r.Context().Done():
	case <-w.ended:
	}
	return nil
}

// addToPageCount adds pages; the last one that leaves starts the time of grace.
func (w *pageTracker) addToPageCount(delta int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open += delta
	if w.timer != nil {
		w.timer.Stop()
	}
	if w.open == 0 {
		w.timer = time.AfterFunc(leaveGrace, w.closeIfNoPageReturned)
	}
}

// closeIfNoPageReturned closes left unless a page has come back.
func (w *pageTracker) closeIfNoPageReturned() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open == 0 && !w.gone {
		w.gone = true
		close(w.left)
	}
}

// closeConnections lets all connections go.
func (w *pageTracker) closeConnections() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.over {
		w.over = true
		close(w.ended)
	}
}
