//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import "unsafe"

// The functions below are called by the forwarding library during a call. The
// pointers belong to the routine: they may lead to C or to the frame. After a
// panic of the state the rest of the call makes no query.

func copyCString(p *byte, n int32) string { return string(unsafe.Slice(p, n)) }

func answerSysFnc(name *byte, n int32, par *int32, npar int32, state *float64, flag *int32) {
	b := callLock.top
	*state, *flag = 0, 1
	if b == nil || b.panic != nil {
		return
	}
	defer beginQueryAnswer(b).endQueryAnswer()
	*state, *flag = b.cache.SysFnc(copyCString(name, n), unsafe.Slice(par, npar))
	b.copyAnswersToLibrary()
}

// answer takes the values of a SYSARY query; a routine's array has only the
// room that the measure needs.
var answer [4096]float64

func answerSysAry(name *byte, n int32, par *int32, npar int32, states *float64, nstates, flag *int32) {
	b := callLock.top
	*nstates, *flag = 0, 1
	if b == nil || b.panic != nil {
		return
	}
	defer beginQueryAnswer(b).endQueryAnswer()
	many, f := b.cache.SysAry(copyCString(name, n), unsafe.Slice(par, npar), answer[:])
	copy(unsafe.Slice(states, many), answer[:many])
	*nstates, *flag = int32(many), f
	b.copyAnswersToLibrary()
}
