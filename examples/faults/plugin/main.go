//go:build linux

// Command plugin is a spring along DX of marker 9 that does par[0] from time par[1] on. Behind each fault are
// the exit codes that a run may end with; see ../sources/law.c.
package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"syscall"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

func main() {
	sdk.Serve(sdk.Plugin{Name: "plugin", Version: "1.0.0", Routines: map[string]sdk.Routine{"law": sdk.PFOSUB(faultyLaw)}}, grpc.Serve)
}

func faultyLaw(c *sdk.Call) float64 {
	x := c.SysFnc("DX", 9)
	if c.IsSetup() || c.Time < c.Par[1] {
		return x
	}
	self, _ := os.FindProcess(os.Getpid())
	switch int(c.Par[0]) {
	case 1: // panic | 5 8
		panic("no way out")
	case 2: // exit 0 | 5 8
		os.Exit(0)
	case 3: // exit 3 | 5 8
		os.Exit(3)
	case 4: // waits | 8
		select {}
	case 5: // loop | 8
		for {
			x += 1e-300
		}
	case 6: // NaN | 5 6
		return math.NaN()
	case 7: // infinity | 5 6
		return math.Inf(1)
	case 8: // SIGKILL | 8
		self.Kill()
		select {}
	case 9: // SIGSTOP | 8
		self.Signal(syscall.SIGSTOP)
		select {}
	case 10: // SIGSEGV | 8
		self.Signal(syscall.SIGSEGV)
		select {}
	case 11: // descriptors closed | same 5 8
		for k := range 100 {
			syscall.Close(k)
		}
	case 12: // junk on stdout | same 5 8
		fmt.Print(strings.Repeat("junk\x00\xff|1|2\n", 3000))
	case 13: // junk on stderr | same 5 8
		fmt.Fprint(os.Stderr, strings.Repeat(`{"@level":9,"@message":{}}`+"\n\xff", 3000))
	case 14: // its own error | 5
		c.Abort("worn at %g", c.Time)
	case 15: // a fault | 5 8
		var nothing *int
		*nothing = 1
	case 16: // endless recursion | 8
		return recurseDeep(x)
	case 17: // a marker that is not there | 5
		return c.SysFnc("DX", 12345)
	case 18: // SIGTERM | 5 8
		self.Signal(syscall.SIGTERM)
		select {}
	case 19: // stdin, stdout and stderr closed | same 5 8
		syscall.Close(0)
		syscall.Close(1)
		syscall.Close(2)
	case 20: // the solver killed | 8 -1
		if p, err := os.FindProcess(os.Getppid()); err == nil {
			p.Signal(syscall.SIGKILL)
		}
		select {}
	}
	return x
}

//lint:ignore SA5007 it is to fill the stack
func recurseDeep(x float64) float64 { return recurseDeep(x+1) + 1 }
