package cpython

import _ "embed"

// The host of scripts, by subject.
var (
	//go:embed host/host.py
	hostHead string
	//go:embed host/messages.py
	hostMessages string
	//go:embed host/ask.py
	hostAsk string
	//go:embed host/names.py
	hostNames string
	//go:embed host/scripts.py
	hostScripts string
	//go:embed host/calls.py
	hostCalls string
	//go:embed host/results.py
	hostResults string
	//go:embed host/errors.py
	hostErrors string
	//go:embed host/isolate.py
	hostIsolate string
	//go:embed host/forked.py
	hostForked string
	//go:embed host/late.py
	hostLate string
	//go:embed host/program.py
	hostProgram string
	//go:embed host/requests.py
	hostRequests string
)

// hostText is one text, since it runs in one module: its functions read and write
// the same globals, which are quicker than attributes of other modules.
var hostText = hostHead + hostMessages + hostAsk + hostNames + hostScripts + hostCalls + hostResults + hostErrors + hostIsolate + hostForked + hostLate + hostProgram + hostRequests
