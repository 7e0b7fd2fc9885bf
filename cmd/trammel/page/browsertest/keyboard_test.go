//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// schemes are the two that pages are shown in.
var schemes = []string{"dark", "light"}

// useScheme makes the page dark or light.
func useScheme(t *testing.T, b *Browser, scheme string) {
	t.Helper()
	must(t, b.SendCommand("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil))
}

// press presses keys one after the other.
func press(t *testing.T, b *Browser, keys ...string) {
	t.Helper()
	for _, k := range keys {
		must(t, b.PressKey(k))
	}
}

// focused describes what has the focus.
const focused = `(() => { const e = document.activeElement; return e === document.body ? "" : e.id || e.getAttribute("aria-label") || e.textContent.trim() || e.tagName; })()`

// tabTo presses Tab until what has the focus is described by a text.
func tabTo(t *testing.T, b *Browser, text string) {
	t.Helper()
	for range 300 {
		press(t, b, "Tab")
		if eval[string](t, b, focused) == text {
			return
		}
	}
	t.Fatalf("Tab does not lead to %q", text)
}

// visit presses Tab until a round is complete, and returns what is shown, can be used and was not reached, and where the focus cannot be seen.
func visit(t *testing.T, b *Browser) (stops int, missed, unseen []string) {
	t.Helper()
	must(t, b.Eval(`document.querySelectorAll("[data-reached]").forEach(e => delete e.dataset.reached)`, nil))
	for ; stops < 500; stops++ {
		press(t, b, "Tab")
		at := eval[string](t, b, `(() => { const e = document.activeElement, s = getComputedStyle(e); if (e === document.body) return "body"; if (e.dataset.reached) return "again"; e.dataset.reached = "1";
			return e.matches(":focus-visible") && s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2 ? "" : e.outerHTML.slice(0, 90); })()`)
		if at == "again" {
			break
		}
		if at != "" && at != "body" {
			unseen = append(unseen, at)
		}
	}
	missed = eval[[]string](t, b, `[...document.querySelectorAll("button, select, input, summary, textarea, a[href], [tabindex]")].filter(e => !e.disabled && e.checkVisibility({ visibilityProperty: true }) && !e.closest("dialog:not([open])") && !e.dataset.reached && e.getAttribute("role") !== "tab").map(e => e.outerHTML.slice(0, 90))`)
	return stops, missed, unseen
}

// unnamed lists the roles of controls that screen readers have no name for, and counts all.
func unnamed(t *testing.T, b *Browser) (seen int, roles []string) {
	t.Helper()
	var tree struct {
		Nodes []struct {
			Ignored    bool
			Role, Name struct{ Value any }
		}
	}
	must(t, b.SendCommand("Accessibility.getFullAXTree", nil, &tree))
	for _, n := range tree.Nodes {
		role := fmt.Sprint(n.Role.Value)
		if n.Ignored || !strings.Contains(" button slider combobox checkbox radio tab tabpanel tablist image img textbox searchbox dialog splitter toolbar DisclosureTriangle ", " "+role+" ") {
			continue
		}
		if seen++; n.Name.Value == nil || strings.TrimSpace(fmt.Sprint(n.Name.Value)) == "" {
			roles = append(roles, role)
		}
	}
	return seen, roles
}

// faint lists texts whose contrast with what is behind them is below 4.5.
const faint = `(() => {
	const parse = c => { const m = c.match(/[\d.]+/g).map(Number); if (c.startsWith("color(srgb")) for (let i = 0; i < 3; i++) m[i] *= 255; return [...m, 1].slice(0, 4); };
	const over = (a, b) => [0, 1, 2].map(k => a[k] * a[3] + b[k] * (1 - a[3])).concat(1);
	const light = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const behind = e => { const list = []; for (; e; e = e.parentElement) list.push(parse(getComputedStyle(e).backgroundColor)); return list.reverse().reduce((below, c) => over(c, below), [255, 255, 255, 1]); };
	const out = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; n = walker.nextNode();) {
		const e = n.parentElement;
		if (!n.textContent.trim() || !e.checkVisibility({ visibilityProperty: true }) || e.closest("script, style, svg, option, .hide, :disabled") ) continue;
		const ground = behind(e), ink = over(parse(getComputedStyle(e).color), ground), [a, b] = [light(ink), light(ground)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
		if (ratio < 4.5) out.push(ratio.toFixed(1) + " " + n.textContent.trim().slice(0, 40));
	}
	return out;
})()`

// Every control of every tab is reached by Tab and arrows, shows that it has the focus, and has a name for screen readers; texts have
// contrast, dark and light.
func TestReachedByKeyboard(t *testing.T) {
	b := page(t, serve(t, results(t, "examples/four-bar/four-bar.xml", "--end", "1", "--steps", "50", "--results", "all")))
	tabs := eval[[]string](t, b, `[...document.querySelectorAll("#tabs button")].map(e => e.id)`)
	must(t, b.Eval(`document.getElementById("layers").open = true; document.getElementById("help-button").focus()`, nil))
	for i, tab := range tabs {
		tabTo(t, b, tabs[max(i-1, 0)])
		if i > 0 {
			press(t, b, "ArrowRight")
		}
		if at := eval[string](t, b, focused); at != tab || !eval[bool](t, b, `!document.getElementById("`+strings.Replace(tab, "tab", "panel", 1)+`").hidden`) {
			t.Fatalf("the arrow leads to %s, not to %s", at, tab)
		}
		stops, missed, unseen := visit(t, b)
		if stops < 20 || len(missed) > 0 {
			t.Errorf("%s: %d stops, never reached: %v", tab, stops, missed)
		}
		if len(unseen) > 0 {
			t.Errorf("%s: the focus is not seen on %v", tab, unseen)
		}
		if seen, roles := unnamed(t, b); seen < 20 || len(roles) > 0 {
			t.Errorf("%s: of %d controls these have no name: %v", tab, seen, roles)
		}
		for _, scheme := range schemes {
			useScheme(t, b, scheme)
			if list := eval[[]string](t, b, faint); len(list) > 0 {
				t.Errorf("%s, %s: faint texts: %v", tab, scheme, list)
			}
		}
	}
}

// The page is used with the keys alone: play, scrub, pick, show the line of the deck, plot, choose columns, zoom, help.
func TestUsedByKeyboard(t *testing.T) {
	b := page(t, serve(t, results(t, "examples/four-bar/four-bar.xml", "--end", "1", "--steps", "50", "--results", "all")))
	tabTo(t, b, "play")
	press(t, b, " ")
	must(t, b.WaitUntilTrue(`trammel.clock.playing && trammel.clock.time > trammel.clock.start`))
	press(t, b, " ")
	if eval[bool](t, b, `trammel.clock.playing`) {
		t.Error("the space bar does not pause")
	}
	tabTo(t, b, "slider")
	press(t, b, "Home", "ArrowRight", "ArrowRight")
	if i := eval[int](t, b, `trammel.clock.frame(trammel.clock.time)`); i != 2 {
		t.Errorf("two arrows on the slider lead to frame %d", i)
	}
	if text := eval[string](t, b, `document.getElementById("slider").getAttribute("aria-valuetext")`); !strings.HasPrefix(text, "0.04 ") {
		t.Errorf("the slider says %q", text)
	}
	tabTo(t, b, "view")
	before := eval[float64](t, b, `trammel.view.camera.azimuth`)
	press(t, b, "ArrowLeft")
	if eval[float64](t, b, `trammel.view.camera.azimuth`) == before {
		t.Error("an arrow in the scene does not turn it")
	}
	for range 60 {
		press(t, b, ".")
		if strings.HasPrefix(eval[string](t, b, `document.getElementById("picked").textContent`), "joint") {
			break
		}
	}
	picked := eval[string](t, b, `document.querySelector("#picked b").textContent`)
	if spoken := eval[string](t, b, `document.getElementById("speak").textContent`); spoken != picked || !strings.HasPrefix(picked, "joint") {
		t.Errorf("%q is picked, %q is said", picked, spoken)
	}
	plots := eval[int](t, b, `trammel.plots.cards.length`)
	tabTo(t, b, "Plot")
	press(t, b, "Enter")
	must(t, b.WaitUntilTrue(fmt.Sprintf(`trammel.plots.cards.length === %d`, plots+1)))
	tabTo(t, b, "add-plot")
	press(t, b, "Enter")
	if at := eval[string](t, b, focused); at != "Filter of columns" {
		t.Fatalf("the dialog has the focus on %q", at)
	}
	press(t, b, "Tab", "Tab", " ")
	if n := eval[int](t, b, `document.querySelectorAll("dialog.chooser input:checked").length`); n != 1 {
		t.Fatalf("%d columns are chosen", n)
	}
	tabTo(t, b, "Plot")
	press(t, b, "Enter")
	must(t, b.WaitUntilTrue(fmt.Sprintf(`trammel.plots.cards.length === %d && !document.querySelector("dialog.chooser")`, plots+2)))
	must(t, b.WaitUntilTrue(`document.activeElement.id === "add-plot"`))
	press(t, b, "Tab")
	wide := eval[[2]float64](t, b, `trammel.plots.cards[0].plot.ranges().x`)
	press(t, b, "+")
	if now := eval[[2]float64](t, b, `trammel.plots.cards[0].plot.ranges().x`); now[1]-now[0] >= wide[1]-wide[0] {
		t.Errorf("+ on a plot leaves %v of %v", now, wide)
	}
	press(t, b, "?")
	must(t, b.WaitUntilTrue(`document.getElementById("help").open && document.getElementById("help").contains(document.activeElement)`))
	press(t, b, "Escape")
	must(t, b.WaitUntilTrue(`!document.getElementById("help").open`))
	tabTo(t, b, "Show")
	press(t, b, "Enter")
	must(t, b.WaitUntilTrue(`document.getElementById("layers").open`))
	press(t, b, "Escape")
	must(t, b.WaitUntilTrue(`!document.getElementById("layers").open`))
}

// What these tests look for is found: a control that Tab passes by, one without a name, one that hides its focus, a faint text.
func TestInspections(t *testing.T) {
	b := page(t, report(t, results(t, "examples/pendulum/pendulum.xml", "--end", "0.1", "--steps", "5")))
	must(t, b.Eval(`(() => { const p = document.getElementById("panel-plots"), put = html => p.insertAdjacentHTML("afterbegin", html);
		put('<button id="passed" tabindex="-1">x</button>'); put('<button id="nameless"></button>'); put('<button id="hidden" style="outline:none">y</button>'); put('<p id="faint" style="color:#999;background:#aaa">faint text</p>'); })()`, nil))
	_, missed, unseen := visit(t, b)
	if len(missed) != 1 || !strings.Contains(missed[0], `id="passed"`) {
		t.Errorf("never reached: %v", missed)
	}
	if len(unseen) != 1 || !strings.Contains(unseen[0], `id="hidden"`) {
		t.Errorf("the focus is not seen on %v", unseen)
	}
	if _, roles := unnamed(t, b); len(roles) != 1 || roles[0] != "button" {
		t.Errorf("without a name: %v", roles)
	}
	for _, scheme := range schemes {
		useScheme(t, b, scheme)
		if list := eval[[]string](t, b, faint); len(list) != 1 || !strings.HasSuffix(list[0], " faint text") {
			t.Errorf("%s, faint: %v", scheme, list)
		}
	}
}
