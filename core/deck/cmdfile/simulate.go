package cmdfile

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

// simulation is a command that runs the model.
type simulation struct {
	verb  string // transient, equilibrium …
	at    deck.Span
	words map[string]string
	spans map[string]deck.Span
	age   int // of the database
	// solver is a command of the solver's own language.
	solver string
}

// recordSimulation carries out SIMULATION SINGLE_RUN.
func recordSimulation(k *commandCall) {
	verb := k.spec.path[strings.LastIndexByte(k.spec.path, ' ')+1:]
	x := k.x
	if x.scriptDepth > mostNested {
		k.addErrorf(k.c.keywordSpan(), "E663", "scripts call each other more than %d deep", mostNested)
		return
	}
	if verb == "scripted" {
		o := k.findObjectOrNone("sim_script_name")
		if o == nil {
			if k.param("sim_script_name") == nil {
				k.reportMissing("sim_script_name")
			}
			return
		}
		x.runScript(o, k.c.keywordSpan())
		return
	}
	s := simulation{verb: verb, at: k.c.keywordSpan(), words: map[string]string{}, spans: map[string]deck.Span{}, age: x.countChanges()}
	for name, p := range k.params {
		t, ok := k.evaluateText(name)
		if !ok {
			return
		}
		s.words[name], s.spans[name] = t, p.values[0].at
	}
	if verb == "rerun" {
		k.addErrorf(k.c.keywordSpan(), "E660", "not supported: rerun").Help = "write the simulation again"
		return
	}
	if k.param("model_name") != nil && verb != "reset" {
		if o := x.newEvaluator().findObject(newTextDatum(s.words["model_name"])); o != nil && o.class == modelClass {
			x.runModel = o
		} else if o == nil && !x.replay {
			k.reportUnknownObject("model_name", s.words["model_name"], s.spans["model_name"])
			return
		}
	}
	if isYes(s.words["forever"]) && x.replay {
		x.diags.AddWarningf(s.at, "W669", "the last simulation had no end and is not run").Help = "write simulation single_run transient end_time=…, or give --end"
		return
	}
	x.runs = append(x.runs, s)
}

// countChanges counts what commands have changed in models, apart from variables and scripts.
func (x *interpreter) countChanges() int { return x.db.count }

// storeScript keeps a script of simulations.
func storeScript(k *commandCall) {
	x := k.x
	if k.param("sim_script_name") == nil {
		k.reportMissing("sim_script_name")
		return
	}
	name, ok := k.newName("sim_script_name")
	if !ok {
		return
	}
	parent, own := x.parentFor(name, "script")
	if parent == nil {
		k.addErrorf(k.param("sim_script_name").at, "E658", "there is no object that %s could be in", shortenForMessage(name))
		return
	}
	o, _ := x.db.addObject(parent, own, "script", k.c.keywordSpan())
	for n, p := range k.params {
		a := &attr{at: p.at}
		if n == "sim_script_name" || n == "comments" || !k.setAttribute(o, n, a, p) {
			continue
		}
		for _, other := range replacedAttributes(n) {
			delete(o.attrs, other)
		}
		o.attrs[n] = a
	}
	x.scripts = append(x.scripts, o)
}

func readScript(k *commandCall) {
	k.addErrorf(k.c.keywordSpan(), "E660", "not supported: commands in another file").Help = "write them as solver_commands, or give model and commands as .adm and .acf"
}

// runScript carries out a script: commands of Adams View or of the solver, or one simulation.
func (x *interpreter) runScript(o *object, at deck.Span) {
	x.scriptDepth++
	defer func() { x.scriptDepth-- }()
	e := &statementEmitter{x: x, o: o}
	if a := o.findAttribute("commands"); a != nil {
		for i := range a.items {
			it := &a.items[i]
			span := it.at
			list, _ := x.parseAll(span.Src, it.text, &span)
			x.runStatements(x.groupIntoBlocks(list))
		}
		return
	}
	if a := o.findAttribute("solver_commands"); a != nil {
		for i := range a.items {
			it := &a.items[i]
			if t := strings.TrimSpace(it.text); t != "" && t[0] != '!' {
				x.runs = append(x.runs, simulation{verb: "solver", at: it.at, solver: t, age: x.countChanges()})
			}
		}
		return
	}
	s := simulation{verb: "transient", at: at, words: map[string]string{}, spans: map[string]deck.Span{}, age: x.countChanges()}
	for n, a := range o.attrs {
		if t, ok := e.attributeText(n); ok {
			s.words[n], s.spans[n] = t, a.firstValueSpan()
		}
	}
	x.runs = append(x.runs, s)
}

// emitRuns hands the simulations over.
func (x *interpreter) emitRuns() {
	reset := false
	ran := false
	for i := range x.runs {
		s := &x.runs[i]
		if s.verb == "reset" {
			reset = reset || ran
			continue
		}
		if reset {
			x.diags.AddErrorf(s.at, "E667", "not supported: a second simulation from the start").Help = "give each simulation a file of its own"
			return
		}
		if ran && s.age != x.runs[i-1].age {
			x.diags.AddErrorf(s.at, "E667", "not supported: objects that are created between two simulations").Help = "create everything before the first simulation"
			return
		}
		ran = true
		x.emitRun(s)
	}
}

func (x *interpreter) emitRun(s *simulation) {
	st := &adm.Statement{Name: "SIMULATE", At: s.at, Shown: "simulation"}
	word := func(w string) {
		st.Args = append(st.Args, adm.Argument{Name: "TYPE", At: s.at, Choice: true, Value: adm.Value{Text: w, At: s.at}})
	}
	put := func(arg, param string) {
		if t := s.words[param]; t != "" {
			st.Args = append(st.Args, adm.Argument{Name: arg, At: s.spans[param], Value: adm.Value{Text: t, At: s.spans[param]}})
		}
	}
	switch s.verb {
	case "solver":
		x.rec.AddCommands(s.solver, s.at)
		return
	case "equilibrium":
		word("STATICS")
	case "assemble":
		word("INITIAL_CONDITIONS")
	case "eigensolution", "statematrix":
		x.emitLinear(s)
		return
	default:
		if isYes(s.words["initial_static"]) {
			x.rec.AddStatement(&adm.Statement{Name: "SIMULATE", At: s.at, Shown: "simulation", Args: []adm.Argument{{Name: "TYPE", At: s.at, Choice: true, Value: adm.Value{Text: "STATICS", At: s.at}}}})
		}
		switch expandWord(s.words["type"], "auto_select", "dynamic", "kinematic", "static", "quasi_static") {
		case "static", "quasi_static":
			word("QUASI_STATICS")
		case "kinematic":
			word("KINEMATICS")
		case "":
			if t := s.words["type"]; t != "" {
				x.diags.AddErrorf(s.spans["type"], "E659", "simulation: type is auto_select, dynamic, kinematic or static, not %q", shortenForMessage(t))
				return
			}
			word("DYNAMICS")
		default:
			word("DYNAMICS")
		}
		if isYes(s.words["forever"]) {
			x.diags.AddErrorf(s.spans["forever"], "E660", "not supported: a simulation without an end").Help = "write end_time=…"
			return
		}
		put("END", "end_time")
		put("DURATION", "duration")
		put("STEPS", "number_of_steps")
		put("DTOUT", "step_size")
	}
	x.rec.AddStatement(st)
}

func (x *interpreter) emitLinear(s *simulation) {
	st := &adm.Statement{Name: "LINEAR", At: s.at, Shown: "simulation"}
	flag := map[string]string{"eigensolution": "EIGENSOL", "statematrix": "STATEMAT"}[s.verb]
	st.Args = append(st.Args, adm.Argument{Name: "TYPE", At: s.at, Choice: true, Value: adm.Value{Text: flag, At: s.at}})
	if t := s.words["damping"]; t != "" && !isYes(t) {
		st.Args = append(st.Args, adm.Argument{Name: "TYPE", At: s.at, Choice: true, Value: adm.Value{Text: "NODAMPIN", At: s.at}})
	}
	for _, p := range []struct{ arg, param string }{{"PINPUT", "plant_input_name"}, {"POUTPUT", "plant_output_name"}, {"PSTATE", "plant_state_name"}} {
		if t := s.words[p.param]; t != "" {
			o := x.newEvaluator().findObject(newTextDatum(t))
			if o == nil || o.id == 0 {
				x.diags.AddErrorf(s.spans[p.param], "E658", "simulation: there is no object %s", shortenForMessage(t))
				return
			}
			st.Args = append(st.Args, adm.Argument{Name: p.arg, At: s.at, Value: adm.Value{Text: formatNumber(float64(o.id)), At: s.at}})
		}
	}
	x.rec.AddStatement(st)
}

// setIntegrator keeps the settings of the integrator.
func setIntegrator(k *commandCall) {
	st := &adm.Statement{Name: "INTEGRATOR", At: k.c.keywordSpan(), Shown: k.spec.path}
	method := k.spec.path[strings.LastIndexByte(k.spec.path, ' ')+1:]
	if t, ok := k.evaluateText("integrator_type"); ok {
		method = t
	}
	if t, ok := k.evaluateText("formulation"); ok && !strings.EqualFold(t, "original") && !strings.EqualFold(t, "i3") {
		st.Args = append(st.Args, k.choiceArgument("formulation", strings.ToUpper(t)))
	}
	if !strings.HasSuffix(method, "_parameters") {
		st.Args = append(st.Args, k.choiceArgument("integrator_type", strings.ToUpper(method)))
	}
	k.recordSettings(st, map[string]string{"error_tolerance": "ERROR", "hinit_time_step": "HINIT", "hmin_time_step": "HMIN", "hmax_time_step": "HMAX", "kmax_integrator_order": "KMAX", "maxit_corrector_iterations": "MAXIT",
		"alpha": "ALPHA", "beta": "BETA", "gamma": "GAMMA"})
	if p := k.param("pattern_for_jacobian"); p != nil {
		if list, ok := k.evaluateData("pattern_for_jacobian"); ok {
			var words []string
			for _, d := range list {
				w := "F"
				if isYes(d.String()) {
					w = "T"
				}
				words = append(words, w)
			}
			st.Args = append(st.Args, adm.Argument{Name: "PATTERN", At: p.at, Value: adm.Value{Text: strings.Join(words, ":"), At: p.at}})
		}
	}
	k.x.settings = append(k.x.settings, st)
}

func (k *commandCall) choiceArgument(param, text string) adm.Argument {
	at := k.c.keywordSpan()
	if p := k.param(param); p != nil {
		at = p.values[0].at
	}
	return adm.Argument{Name: "TYPE", At: at, Choice: true, Value: adm.Value{Text: text, At: at}}
}

func (k *commandCall) recordSettings(st *adm.Statement, args map[string]string) {
	for _, n := range sortedNames(k.params) {
		if args[n] == "" {
			continue
		}
		if t, ok := k.evaluateText(n); ok {
			p := k.param(n)
			st.Args = append(st.Args, adm.Argument{Name: args[n], At: p.at, Value: adm.Value{Text: t, At: p.values[0].at}})
		}
	}
}

func setEquilibrium(k *commandCall) {
	st := &adm.Statement{Name: "EQUILIBRIUM", At: k.c.keywordSpan(), Shown: k.spec.path}
	k.recordSettings(st, map[string]string{"error": "ERROR", "imbalance": "IMBALANCE", "maxit": "MAXIT", "stability": "STABILITY"})
	if len(st.Args) > 0 {
		k.x.settings = append(k.x.settings, st)
	}
}
