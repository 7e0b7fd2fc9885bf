package main

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/trammel-mbd/trammel/core/run"
)

// witnessMemory is memory that a run shares with its witness: how far it is and which
// routine is being called. The routines are behind the numbers in places of
// equal size, element and function, each ended by a zero.
type witnessMemory []byte

const (
	notesSize = 1 << 16
	notePlace = 128
	// Offsets of the numbers, 8 bytes each.
	noteEnd  = 0  // simulated time reached
	noteStep = 8  // steps
	noteCall = 16 // time of the call
	noteWho  = 24 // place of the routine being called or loaded, 0 for none
)

func (n witnessMemory) storeWord(index int, v uint64) { binary.LittleEndian.PutUint64(n[index:], v) }
func (n witnessMemory) loadWord(index int) uint64     { return binary.LittleEndian.Uint64(n[index:]) }

// recordRoutineName writes a routine into a place, counted from 1; those that find no
// room stay unnamed.
func (n witnessMemory) recordRoutineName(index int, element, function string) {
	at := index * notePlace
	if at+notePlace > len(n) || len(element)+len(function)+2 > notePlace {
		return
	}
	k := copy(n[at:], element) + 1
	copy(n[at+k:], function)
}

// completeDocument completes the document of a run that died.
func (n witnessMemory) completeDocument(d *run.Document) {
	d.Status, d.ExitCode = run.Failed, run.ExitLost
	d.EndTime, d.Steps = math.Float64frombits(n.loadWord(noteEnd)), int(n.loadWord(noteStep))
	d.Error = &run.Failure{Message: "the process died: a library crashed, or it was killed from outside"}
	at := int(n.loadWord(noteWho)) * notePlace
	if at == 0 || at+notePlace > len(n) {
		return
	}
	t := math.Float64frombits(n.loadWord(noteCall))
	d.Error.Time = &t
	if words := bytes.SplitN(n[at:at+notePlace], []byte{0}, 3); len(words) == 3 {
		d.Error.Element, d.Error.Routine = string(words[0]), string(words[1])
	}
}
