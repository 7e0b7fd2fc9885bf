package pysub

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// stopRequest ends the function under way whatever it catches.
type stopRequest struct{ why string }

// deliverMessage hands what py_errmes or py_usrmes was given to the solver, or logs it
// if that takes no messages. The tag STOP of py_errmes ends the call under way.
func (in *interp) deliverMessage(c *usersub.UtilityCall) error {
	in.out.Flush()
	stop := loading.DeliverMessage(c, in.log, loading.LogAttributesOfCall(in.door)...)
	switch {
	case stop == "":
		return nil
	case in.door == nil:
		return py.ExceptionNewf(py.SystemExit, "%s", stop)
	}
	panic(stopRequest{stop})
}
