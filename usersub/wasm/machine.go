package wasm

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

//go:embed support/support.wasm
var support []byte

// page is the unit of memory.
const page = 1 << 16

// features are what a module may use: version 2.0 of the specification.
const features = api.CoreFeaturesV2

// moduleInstance is one module, ready to be called: all elements that name the file share
// it and its variables.
type moduleInstance struct {
	loader  *Loader
	path    string
	runtime wazero.Runtime
	module  api.Module
	mem     api.Memory
	current api.MutableGlobal // of support.wasm: the call under way
	left    api.MutableGlobal
	pointed uint32            // its value
	stack   api.MutableGlobal // nil if it is not known
	bottom  uint64            // its value where no call is under way
	exports map[string]api.FunctionDefinition

	malloc    api.Function // nil if the module has none
	free, end uint32       // what is left of the pages that the host added
	top       *binding     // the call under way
	since     time.Time    // when it was seen first by tick
	refused   uint64       // bytes of memory that were requested beyond the limit
	print     *lineLogger
	spare     loading.UtilityCalls
	texts     loading.Texts
}

// openInstance makes a module ready.
func (l *Loader) openInstance(path string, w []byte) (*moduleInstance, *usersub.LoadError) {
	m := &moduleInstance{loader: l, path: path, exports: map[string]api.FunctionDefinition{}, texts: loading.Texts{}}
	m.print = &lineLogger{to: l.Output, m: m}
	p := m.startInstance(w)
	if p != nil && m.runtime != nil {
		m.runtime.Close(context.Background())
	}
	return m, p
}

func (m *moduleInstance) startInstance(w []byte) *usersub.LoadError {
	ctx := context.Background()
	changed, s, err := rewriteModule(w, redirectImport)
	if err != nil {
		return m.explainInvalid(w, err)
	}
	m.runtime = wazero.NewRuntimeWithConfig(ctx, runtimeConfig())
	if limit := m.loader.memoryLimit(); s.least*page > limit {
		return &usersub.LoadError{Reason: fmt.Sprintf("%s begins with %d MiB of memory, the limit is %d MiB", m.path, s.least*page>>20, limit>>20)}
	}
	user, err := m.runtime.CompileModule(ctx, changed)
	if err != nil {
		return m.explainInvalid(w, err)
	}
	for name, f := range user.ExportedFunctions() {
		if !strings.HasPrefix(name, "trammel.") {
			m.exports[name] = f
		}
	}
	if p := m.refuseHiddenAllocator(s); p != nil {
		return p
	}
	if p := m.linkAndInstantiate(ctx, user, s); p != nil {
		return p
	}
	return m.runModuleInitializers(ctx, s)
}

// engine is what runs modules: machine code on amd64 and arm64, interpreted elsewhere.
var engine = wazero.NewRuntimeConfig

func runtimeConfig() wazero.RuntimeConfig {
	return engine().WithCoreFeatures(features).WithDebugInfoEnabled(false)
}

// explainInvalid says why a file is not a module that can run: in the words of the runtime where
// it finds a mistake, too.
func (m *moduleInstance) explainInvalid(w []byte, err error) *usersub.LoadError {
	p := &usersub.LoadError{Reason: fmt.Sprintf("%s is not a WebAssembly module that can run here: %v", m.path, err)}
	if errors.Is(err, errNotWasm) {
		p.Reason = fmt.Sprintf("%s is not a WebAssembly module: %s", m.path, describeFile(w))
		p.Hint = "build it: trammel usersub build --wasm SOURCE.c"
		return p
	}
	r := wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigInterpreter().WithCoreFeatures(features))
	defer r.Close(context.Background())
	if _, e := r.CompileModule(context.Background(), w); e != nil {
		p.Detail = e.Error()
	}
	return p
}

// describeFile says what a file is instead.
func describeFile(w []byte) string {
	for _, k := range []struct{ magic, what string }{{"", "it is empty"}, {"\x7fELF", "it is a library or program of Linux"},
		{"MZ", "it is a library or program of Windows"}, {"\x00asm", "it has another version, or is a component"}} {
		if k.magic == "" && len(w) == 0 || k.magic != "" && strings.HasPrefix(string(w), k.magic) {
			return k.what
		}
	}
	return "it does not begin with the bytes 0 a s m"
}

// refuseHiddenAllocator refuses a module with an allocator that it does not export: it
// believes that all memory behind its data is its own, and so would overwrite the
// arguments that the host puts there.
func (m *moduleInstance) refuseHiddenAllocator(s *moduleShape) *usersub.LoadError {
	if m.exports["malloc"] != nil || !slices.Contains(s.names, "malloc") && !slices.Contains(s.names, "dlmalloc") {
		return nil
	}
	return &usersub.LoadError{Reason: m.path + " has the allocator malloc and does not export it: there is no room for arguments",
		Hint: "link it with -Wl,--export-if-defined=malloc, as trammel usersub build --wasm does"}
}

// limitedMemory is memory with a limit. What is refused is remembered: a routine that gets
// none rarely says so.
type limitedMemory struct {
	m     *moduleInstance
	limit uint64
	b     []byte
}

func (x *limitedMemory) Reallocate(size uint64) []byte {
	if size > x.limit {
		x.m.refused = size
		return nil
	}
	if n := int(size); n > cap(x.b) {
		grown := make([]byte, n, min(2*size, x.limit))
		copy(grown, x.b)
		x.b = grown
	} else {
		x.b = x.b[:n]
	}
	return x.b
}

func (x *limitedMemory) Free() { x.b = nil }

// newMemory makes the memory that the module and support.wasm share.
func (m *moduleInstance) newMemory(ctx context.Context, s *moduleShape) error {
	most := uint64(1 << 16)
	if s.bounded {
		most = s.most
	}
	x := &limitedMemory{m: m, limit: m.loader.memoryLimit()}
	ctx = experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory { return x }))
	least := max(s.least, 1) // support.wasm wants a page
	_, err := m.instantiate(ctx, newMemoryModule(least, max(most, least)), memoryName)
	return err
}

func (m *moduleInstance) instantiate(ctx context.Context, w []byte, name string) (api.Module, error) {
	c, err := m.runtime.CompileModule(ctx, w)
	if err != nil {
		return nil, err
	}
	return m.runtime.InstantiateModule(ctx, c, wazero.NewModuleConfig().WithName(name))
}

// began are the functions that set a module up: constructors in a reactor, or what an
// older linker calls them.
var began = []string{startName, "_initialize", "__wasm_call_ctors"}

// runModuleInitializers runs what the module wants to run first.
func (m *moduleInstance) runModuleInitializers(ctx context.Context, s *moduleShape) *usersub.LoadError {
	for i, name := range began {
		f := m.module.ExportedFunction(name)
		if f == nil || i == 2 && m.module.ExportedFunction(began[1]) != nil {
			continue
		}
		if _, err := f.Call(ctx); err != nil {
			e := m.newCallFailure(err)
			return &usersub.LoadError{Reason: fmt.Sprintf("%s failed when it was set up: %s", m.path, e.message), Detail: e.detail}
		}
	}
	if m.stack != nil {
		m.bottom = m.stack.Get()
	}
	m.malloc = m.module.ExportedFunction("malloc")
	return nil
}

// reserveForHost finds n bytes of the module's memory that are the host's for good.
func (m *moduleInstance) reserveForHost(n int) (uint32, error) {
	n = (n + 15) &^ 15
	if m.malloc != nil {
		v, err := m.malloc.Call(context.Background(), uint64(n))
		if err != nil {
			return 0, errors.New(m.newCallFailure(err).message)
		}
		if v[0] == 0 {
			return 0, fmt.Errorf("its malloc has no room for %d bytes of arguments", n)
		}
		return uint32(v[0]), nil
	}
	if uint32(n) > m.end-m.free {
		before, ok := m.mem.Grow(uint32(n+page-1) / page)
		if !ok {
			return 0, fmt.Errorf("there is no room for %d bytes of arguments in its memory (limit %d MiB)", n, m.loader.memoryLimit()>>20)
		}
		if before*page != m.end {
			m.free = before * page
		}
		m.end = before*page + uint32(n+page-1)/page*page
	}
	at := m.free
	m.free += uint32(n)
	return at, nil
}

// flushBufferedOutput passes on what a library of C holds back of what was printed.
func (m *moduleInstance) flushBufferedOutput() {
	if f := m.module.ExportedFunction("fflush"); f != nil && len(f.Definition().ParamTypes()) == 1 {
		_, _ = f.Call(context.Background(), 0)
	}
	m.print.flushUnendedLine()
}

// memoryAt returns n bytes of memory from at, until it grows. An address outside of it ends
// the call.
func (m *moduleInstance) memoryAt(at, n uint32) []byte {
	b, ok := m.mem.Read(at, n)
	if !ok {
		panic(&hostFault{cause: usersub.Exception, message: fmt.Sprintf("it gives an address outside of its memory: %#x, %d bytes", at, n)})
	}
	return b
}

// endCallBeyondTimeLimit ends a call that takes too long; the routine calls it now and then while it runs.
func (m *moduleInstance) endCallBeyondTimeLimit(context.Context, []uint64) {
	if ctx := m.loader.ctx; ctx != nil && ctx.Err() != nil {
		panic(&hostFault{err: ctx.Err(), message: "it was ended from outside"})
	}
	limit := m.loader.CallTimeout
	switch now := time.Now(); {
	case limit <= 0:
	case m.since.IsZero():
		m.since = now
	case now.Sub(m.since) > limit:
		panic(&hostFault{cause: usersub.TimedOut, message: fmt.Sprintf("it did not return within %v (--call-timeout)", limit)})
	}
}
