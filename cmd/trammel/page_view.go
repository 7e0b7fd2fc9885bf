package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	webpage "github.com/trammel-mbd/trammel/cmd/trammel/page"
	"github.com/trammel-mbd/trammel/core/run"
)

// viewFlags are the options of view.
type viewFlags struct {
	noOpen bool
	port   int
}

func (f *viewFlags) registerFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	set.SortFlags = false
	set.BoolVar(&f.noOpen, "no-open", false, "do not open a browser, print the address only")
	set.IntVar(&f.port, "port", 0, "port of the loopback address (default: a free one)")
}

// openPageInBrowser opens the browser unless that is not wanted.
func (f *viewFlags) openPageInBrowser(con *console, address string) {
	if f.noOpen {
		return
	}
	if err := openBrowser(address); err != nil {
		con.printMessage(notice, "note", "no browser was opened (%v): open the address yourself", err)
	}
}

// checkPort refuses a port that is none.
func (f *viewFlags) checkPort() error {
	if f.port < 0 || f.port > 65535 {
		return fmt.Errorf("--port must be from 0 to 65535")
	}
	return nil
}

func (t *tool) viewCommand() *cobra.Command {
	var f viewFlags
	var l loadFlags
	cmd := &cobra.Command{
		Use:   "view RESULT...|DECK [--no-open] [--port N] [--python-engine E] [--python PATH]",
		Short: "Show results in the browser: the motion, plots, modes and facts of a run",
		Long: `Opens a page in the browser that shows the mechanism move, with plots beside it. A RESULT is a folder that a
run has left, or a file of comma-separated values such as measured data, whose first column is time. The first RESULT is
shown, the others over it: their bodies in another color, their columns of the same name in the same plots.
A run that is still going is followed. Instead of results a deck shows its model before it has run: as written, with the gaps
of its joints, and assembled.

The page comes from a server on the loopback address that ends with Ctrl-C. Its address holds a token, and it gives away
nothing but these results. Over ssh: trammel view OUT --no-open --port 8000, ssh -L 8000:127.0.0.1:8000 on the
machine with the browser, then open the address that was printed.

Exit codes: 0 ended by Ctrl-C, 2 a result cannot be read or the port is taken, 3 the deck cannot
be read.`,
		Args: requireResultArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := cmp.Or(f.checkPort(), l.checkFlags()); err != nil {
				return err
			}
			t.viewResults(args, &f, &l)
			return nil
		},
	}
	f.registerFlags(cmd)
	l.registerPythonFlags(cmd.Flags())
	return cmd
}

// requireResultArgs is the rule for commands that take results.
func requireResultArgs(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("the folder of results is missing: that of trammel run, such as model.out")
	}
	for _, a := range args {
		if a == "" {
			return fmt.Errorf("the name of the results is empty")
		}
	}
	return nil
}

// openResults opens results; it says what is wrong and sets the code where one cannot be read.
func (t *tool) openResults(paths []string) []*webpage.Result {
	var all []*webpage.Result
	for _, p := range paths {
		r, err := webpage.OpenResult(p)
		if err != nil {
			t.con.printMessage(bad, "error", "%v", err)
			t.code = run.ExitUsage
			closeResults(all)
			return nil
		}
		all = append(all, r)
	}
	return all
}

func closeResults(all []*webpage.Result) {
	for _, r := range all {
		_ = r.Close()
	}
}

func (t *tool) viewResults(paths []string, f *viewFlags, l *loadFlags) {
	if len(paths) == 1 && isDeckFile(paths[0]) {
		t.viewDeck(paths[0], f, l)
		return
	}
	all := t.openResults(paths)
	if all == nil {
		return
	}
	defer closeResults(all)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	t.serveResults(ctx, all, f)
}

// serveResults shows results until the context ends.
func (t *tool) serveResults(ctx context.Context, all []*webpage.Result, f *viewFlags) {
	s, err := webpage.NewServer(all, f.port)
	if err != nil {
		t.con.printMessage(bad, "error", "the page cannot be served: %v", err)
		t.code = run.ExitUsage
		return
	}
	fmt.Fprintln(t.data, s.Address)
	f.openPageInBrowser(t.con, s.Address)
	t.con.printMessage(notice, "note", "Ctrl-C ends the server")
	done := make(chan error, 1)
	go func() { done <- s.Serve() }()
	select {
	case <-ctx.Done():
		_ = s.Close()
		<-done
	case err := <-done:
		if err != nil && !errors.Is(err, net.ErrClosed) {
			t.con.printMessage(bad, "error", "the page cannot be served any more: %v", err)
			t.code = run.ExitInternal
		}
	}
}

// openBrowser opens an address in the browser of the user.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return errors.New("there is no display")
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return err
	}
	c := exec.Command(path, args...)
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }()
	return nil
}
