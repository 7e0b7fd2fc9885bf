package plugins

import "github.com/trammel-mbd/trammel/usersub"

// Ended is closed when this program has noticed the end of the process of a routine of a plugin.
func Ended(r *usersub.Routine) <-chan struct{} {
	return r.Sub.(*batchedSub).worker.process.exited.Done()
}
