//go:build linux && !android && (amd64 || arm64)

package cdll

import (
	"strings"
	"unsafe"

	"github.com/trammel-mbd/trammel/usersub"
)

// The functions below are called by the forwarding library during a call. The
// pointers belong to the routine: they may lead to C or to the frame. After a
// panic of the state the rest of the call asks it nothing.

func text(p *byte, n int32) string { return string(unsafe.Slice(p, n)) }

func onSysFnc(name *byte, n int32, par *int32, npar int32, state *float64, flag *int32) {
	b := door.top
	*state, *flag = 0, 1
	if b == nil || b.panic != nil {
		return
	}
	defer inGo(b)()
	*state, *flag = b.door.SysFnc(text(name, n), unsafe.Slice(par, npar))
	b.sync()
}

// answer takes the values of a SYSARY question; a routine's array has only the
// room that the measure needs.
var answer [4096]float64

func onSysAry(name *byte, n int32, par *int32, npar int32, states *float64, nstates, flag *int32) {
	b := door.top
	*nstates, *flag = 0, 1
	if b == nil || b.panic != nil {
		return
	}
	defer inGo(b)()
	many, f := b.door.SysAry(text(name, n), unsafe.Slice(par, npar), answer[:])
	copy(unsafe.Slice(states, many), answer[:many])
	*nstates, *flag = int32(many), f
	b.sync()
}

// onModFnc writes the text of an attribute: with a zero behind it if room is 0
// (C), else filled with blanks to room bytes (Fortran).
func onModFnc(element *byte, nelement, id int32, attribute *byte, nattribute int32, dst *byte, room int32) (info int32) {
	b := door.top
	info = -1
	if b == nil || b.panic != nil {
		return info
	}
	defer inGo(b)()
	s, info := b.door.ModFnc(strings.TrimSpace(text(element, nelement)), id,
		strings.TrimSpace(text(attribute, nattribute)))
	if room == 0 {
		out := unsafe.Slice(dst, len(s)+1)
		copy(out, s)
		out[len(s)] = 0
		return info
	}
	out := unsafe.Slice(dst, room)
	for i := copy(out, s); i < len(out); i++ {
		out[i] = ' '
	}
	return info
}

// onMessage is called by ERRMES and USRMES with a flag that is not zero.
func onMessage(usrmes, flag int32, message *byte, n, id int32, tag *byte, ntag int32) {
	b := door.top
	if b == nil {
		return
	}
	defer inGo(b)()
	b.message(usrmes != 0, strings.TrimSpace(text(message, n)), int(id),
		usersub.Canonical(text(tag, ntag)))
}

// onMissing is called once for each utility that is not supported.
func onMissing(name *byte, n int32) {
	b := door.top
	if b == nil {
		return
	}
	defer inGo(b)()
	b.sub.log.Warn("utility not supported", "utility", text(name, n),
		"element", b.sub.ref.Element, "routine", b.sub.ref.Function)
}
