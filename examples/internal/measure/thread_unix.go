//go:build unix && !linux

package measure

import "syscall"

const ofThread = syscall.RUSAGE_SELF
