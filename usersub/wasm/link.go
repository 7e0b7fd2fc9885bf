package wasm

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/trammel-mbd/trammel/usersub"
)

// Names of modules in the runtime of a routine.
const (
	userName    = "routine"
	supportName = "trammel"
	hostName    = "host"
	envName     = "env" // where compilers of C search for what is not defined
	wasiName    = wasi_snapshot_preview1.ModuleName
)

// here are the functions of support.wasm, by the names that routines import.
var here = map[string]string{
	"c_sysfnc": "c_sysfnc", "sysfnc_": "sysfnc_", "SYSFNC": "sysfnc_", "sysfnc": "sysfnc_",
	"c_sysary": "c_sysary", "sysary_": "sysary_", "SYSARY": "sysary_", "sysary": "sysary_",
}

// redirectImport sends imports of functions that support.wasm has there.
func redirectImport(module, name string) (string, string) {
	if s := here[name]; module == envName && s != "" {
		return supportName, s
	}
	return module, name
}

// hostFunc is a function of the host with its type.
type hostFunc struct {
	params, results []api.ValueType
	call            api.GoFunc
}

// linkAndInstantiate gives the module what it imports and makes an instance of it.
func (m *moduleInstance) linkAndInstantiate(ctx context.Context, user wazero.CompiledModule, s *moduleShape) *usersub.LoadError {
	wanted := user.ImportedFunctions()
	env, wasi, p := m.resolveImports(wanted)
	if p != nil {
		return p
	}
	for _, step := range []func() error{
		func() error { return m.newMemory(ctx, s) },
		func() error { return m.instantiateHostModule(ctx) },
		func() error { return m.instantiateSupportModule(ctx) },
		func() error { return m.instantiateEnvModule(ctx, env) },
		func() error {
			if !wasi {
				return nil
			}
			return m.instantiateWASIModule(ctx)
		},
		func() error { return m.instantiateUserModule(ctx, user, s) },
	} {
		if err := step(); err != nil {
			return &usersub.LoadError{Reason: fmt.Sprintf("%s cannot be linked: %v", m.path, err)}
		}
	}
	return nil
}

// resolveImports finds what a module imports; what there is not, or not with the type wanted, is
// a list.
func (m *moduleInstance) resolveImports(wanted []api.FunctionDefinition) (env map[string]hostFunc, wasi bool, p *usersub.LoadError) {
	env = map[string]hostFunc{}
	var unknown, wrong []string
	for _, d := range wanted {
		module, name, _ := d.Import()
		switch module {
		case supportName:
			if f := supportFunctionType(name); !sameType(f, d) {
				wrong = append(wrong, typeMismatchText(name, f, d))
			}
		case envName:
			list := m.hostFunctionsNamed(name)
			list = append(list, variantsWithIntegerResult(list)...)
			at := slices.IndexFunc(list, func(f hostFunc) bool { return sameType(f, d) })
			switch {
			case len(list) == 0:
				unknown = append(unknown, name)
			case at < 0:
				wrong = append(wrong, typeMismatchText(name, list[0], d))
			default:
				env[name] = list[at]
			}
		case wasiName:
			wasi = true
		default:
			unknown = append(unknown, module+"."+name)
		}
	}
	switch {
	case len(unknown) > 0:
		return nil, false, &usersub.LoadError{Reason: fmt.Sprintf("%s imports %s, which there is not here", m.path, strings.Join(unknown, ", ")),
			Detail: strings.Join(wrong, "\n"), Hint: missingFunctionsHint(unknown)}
	case len(wrong) > 0:
		return nil, false, &usersub.LoadError{Reason: m.path + " imports functions with other arguments than they have", Detail: strings.Join(wrong, "\n"),
			Hint: `declare them: #include "trammel_usersub.h"`}
	}
	return env, wasi, nil
}

// missingFunctionsHint says where functions that are missing usually come from.
func missingFunctionsHint(names []string) string {
	for _, n := range names {
		if strings.HasPrefix(n, "_Z") {
			return n + ` is the name of a C++ function: compile what defines it together with the routine, or declare it extern "C"`
		}
	}
	return "compile what defines it together with the routine; only the utilities are provided: functions of C's library come into the module with " +
		"wasi-libc and trammel usersub build --wasm"
}

func sameType(f hostFunc, d api.FunctionDefinition) bool {
	return slices.Equal(f.params, d.ParamTypes()) && slices.Equal(f.results, d.ResultTypes())
}

// variantsWithIntegerResult are functions without a result as C calls them that did not declare them: it
// takes an integer for their result.
func variantsWithIntegerResult(list []hostFunc) (more []hostFunc) {
	for _, f := range list {
		if len(f.results) == 0 {
			more = append(more, hostFunc{f.params, integerTypes(1), func(ctx context.Context, stack []uint64) {
				f.call(ctx, stack)
				stack[0] = 0
			}})
		}
	}
	return more
}

func typeMismatchText(name string, f hostFunc, d api.FunctionDefinition) string {
	return fmt.Sprintf("%s is %s, it is imported as %s", name, typeText(f.params, f.results), typeText(d.ParamTypes(), d.ResultTypes()))
}

// typeText writes a type: (i32, f64) -> f64.
func typeText(params, results []api.ValueType) string {
	list := func(types []api.ValueType) string {
		var names []string
		for _, t := range types {
			names = append(names, api.ValueTypeName(t))
		}
		return strings.Join(names, ", ")
	}
	s := "(" + list(params) + ")"
	if len(results) > 0 {
		s += " -> " + list(results)
	}
	return s
}

const (
	i32 = api.ValueTypeI32
	f32 = api.ValueTypeF32
	f64 = api.ValueTypeF64
)

// integerTypes is a list of n pointers or integers.
func integerTypes(n int) []api.ValueType {
	return slices.Repeat([]api.ValueType{i32}, n)
}

// supportFunctionType is the type of a function of support.wasm.
func supportFunctionType(name string) hostFunc {
	n := map[string]int{"c_sysfnc": 5, "c_sysary": 6, "sysfnc_": 6, "sysary_": 7}[name]
	return hostFunc{params: integerTypes(n)}
}

// instantiateHostModule makes the module of the functions that only our own modules call.
func (m *moduleInstance) instantiateHostModule(ctx context.Context) error {
	b := m.runtime.NewHostModuleBuilder(hostName)
	b.NewFunctionBuilder().WithGoFunction(api.GoFunc(m.answerUnforeseenQuery), integerTypes(8), nil).Export("ask")
	b.NewFunctionBuilder().WithGoFunction(api.GoFunc(m.endCallBeyondTimeLimit), nil, nil).Export("tick")
	_, err := b.Instantiate(ctx)
	return err
}

// instantiateSupportModule makes the instance of support.wasm.
func (m *moduleInstance) instantiateSupportModule(ctx context.Context) error {
	w, err := redirectMemory(support)
	if err != nil {
		return err
	}
	x, err := m.instantiate(ctx, w, supportName)
	if err != nil {
		return err
	}
	m.current = x.ExportedGlobal("current").(api.MutableGlobal)
	return nil
}

// instantiateEnvModule makes the module of what C takes for granted.
func (m *moduleInstance) instantiateEnvModule(ctx context.Context, functions map[string]hostFunc) error {
	b := m.runtime.NewHostModuleBuilder(envName)
	for name, f := range functions {
		b.NewFunctionBuilder().WithGoFunction(f.call, f.params, f.results).Export(name)
	}
	_, err := b.Instantiate(ctx)
	return err
}

// instantiateWASIModule makes the module of the system interface: without files, arguments, environment,
// network and real clocks; what is printed goes to the log.
func (m *moduleInstance) instantiateWASIModule(ctx context.Context) error {
	b := m.runtime.NewHostModuleBuilder(wasiName)
	wasi_snapshot_preview1.NewFunctionExporter().ExportFunctions(b)
	exit := func(_ context.Context, stack []uint64) { endCallByExit(int32(stack[0])) }
	b.NewFunctionBuilder().WithGoFunction(api.GoFunc(exit), integerTypes(1), nil).Export("proc_exit")
	b.NewFunctionBuilder().WithGoFunction(api.GoFunc(m.fillStreamStatus), integerTypes(2), integerTypes(1)).Export("fd_fdstat_get")
	_, err := b.Instantiate(ctx)
	return err
}

// fillStreamStatus informs C what an open file is: a terminal, so that it hands over what is printed
// line by line. Others than the three of every program there are none.
func (m *moduleInstance) fillStreamStatus(_ context.Context, stack []uint64) {
	const terminal, mayRead, mayWrite, noFile = 2, 1 << 1, 1 << 6, 8
	fd, at := uint32(stack[0]), uint32(stack[1])
	if stack[0] = noFile; fd > 2 {
		return
	}
	stat := m.memoryAt(at, 24)
	clear(stat)
	stat[0], stat[8] = terminal, mayRead|mayWrite
	stack[0] = 0
}

// endCallByExit ends a call that calls exit.
func endCallByExit(status int32) {
	panic(&hostFault{cause: usersub.Exited, message: fmt.Sprintf("it called exit(%d)", status)})
}

// instantiateUserModule makes the instance of the module itself.
func (m *moduleInstance) instantiateUserModule(ctx context.Context, user wazero.CompiledModule, s *moduleShape) error {
	c := wazero.NewModuleConfig().WithName(userName).WithStartFunctions().WithStdout(m.print).WithStderr(m.print)
	x, err := m.runtime.InstantiateModule(ctx, user, c)
	if err != nil {
		return err
	}
	if _, err := m.instantiate(ctx, newTickInstallerModule(userName), "filler"); err != nil {
		return err
	}
	m.module, m.mem = x, x.Memory()
	m.left = x.ExportedGlobal(ticksLeft).(api.MutableGlobal)
	m.left.Set(ticks)
	if s.stack {
		m.stack = x.ExportedGlobal(stackPlace).(api.MutableGlobal)
	}
	return nil
}
