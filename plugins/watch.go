package plugins

import (
	"fmt"
	"time"
)

// watch ends a process that does not answer within a time. Its own questions to the solver do not count.
func (p *process) watch(limit time.Duration) {
	tick := time.NewTicker(max(limit/8, time.Millisecond))
	defer tick.Stop()
	var last uint64
	var making int
	var since time.Time
	for {
		select {
		case <-p.exited.Done():
			return
		case now := <-tick.C:
			switch n, call := p.client.Waiting(), p.client.Making(); {
			case n%2 == 0:
				last = 0
			case n != last || call != making: // another of several calls in one message
				last, making, since = n, call, now
			case now.Sub(since) >= limit:
				p.stop(fmt.Sprintf("it did not answer within %v (--call-timeout)", limit))
				return
			}
		}
	}
}
