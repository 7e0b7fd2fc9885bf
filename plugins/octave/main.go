// Command octave is the plugin that runs functions of .m files in GNU Octave.
// The trammel command holds the same and starts it by itself; this one is for
// other solvers of the wire.
package main

import "github.com/trammel-mbd/trammel/plugins/octave/host"

func main() { host.ServeSolver() }
