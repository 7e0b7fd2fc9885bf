package plugins

import "sync"

// living is all processes that were started and not closed, of all loaders.
var living = struct {
	sync.Mutex
	procs map[*pluginProcess]bool
}{procs: map[*pluginProcess]bool{}}

func registerProcess(p *pluginProcess) {
	living.Lock()
	defer living.Unlock()
	living.procs[p] = true
}

func unregisterProcess(p *pluginProcess) {
	living.Lock()
	defer living.Unlock()
	delete(living.procs, p)
}

// CloseAllProcesses ends the processes of all loaders, for a program that is about to
// exit because of a signal. Calls that are under way fail.
func CloseAllProcesses() {
	living.Lock()
	var list []*pluginProcess
	for p := range living.procs {
		list = append(list, p)
	}
	living.Unlock()
	var wait sync.WaitGroup
	for _, p := range list {
		wait.Go(p.closeProcess)
	}
	wait.Wait()
}
