package plugins

import (
	"fmt"
	"time"
)

// watchTimeouts ends a process that does not answer within a time. Its own queries to the solver do not count, but what it
// thinks between them does: a call that makes queries without end is no better than one that loops.
func (p *pluginProcess) watchTimeouts(limit time.Duration) {
	interval := max(limit/8, time.Millisecond)
	tick := time.NewTicker(interval)
	defer tick.Stop()
	var seen callWatch
	for {
		select {
		case <-p.exited.Done():
			return
		case now := <-tick.C:
			c := p.client
			if seen.updateThinkTime(now, interval, c.CurrentExchangeNumber(), c.CallInProgress(), c.WaitCount()%2 != 0) >= limit {
				p.stopProcess(fmt.Sprintf("it did not respond within %v (--call-timeout)", limit))
				return
			}
		}
	}
}

// callWatch is what was seen of a call from outside: how long the plugin has had the turn in it.
type callWatch struct {
	turn   uint64
	making int // the call, of several in one message
	before time.Time
	spent  time.Duration
}

// updateThinkTime notes what is seen now and returns how long the plugin has thought about the call that is under way. Seen are the exchange,
// the call of it, and whether the plugin has the turn. A look stands for the time since the one before, or for less if looks
// come late: nobody knows what was in between.
func (s *callWatch) updateThinkTime(now time.Time, interval time.Duration, exchange uint64, callNumber int, pluginComputes bool) time.Duration {
	if exchange != s.turn || callNumber != s.making || s.before.IsZero() {
		*s = callWatch{turn: exchange, making: callNumber}
	} else if pluginComputes {
		s.spent += min(now.Sub(s.before), 2*interval)
	}
	s.before = now
	return s.spent
}
