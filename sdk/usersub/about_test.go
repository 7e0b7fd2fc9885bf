package usersub_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

func ptr(v float64) *float64 { return &v }

// spring takes a stiffness above 0, a damping with a default, a whole number from 1 to
// 3 with a default, and any number of markers.
func spring() *usersub.About {
	return &usersub.About{Params: []usersub.Param{
		{Name: "stiffness", Unit: "N/mm", Min: ptr(0), AboveMin: true},
		{Name: "damping", Min: ptr(0), Default: ptr(10)},
		{Name: "order", Type: usersub.Integer, Min: ptr(1), Max: ptr(3), Default: ptr(2)},
		{Name: "markers", Type: usersub.ID, Element: "Reference_Marker", Many: true},
	}}
}

func TestBind(t *testing.T) {
	type g = usersub.GivenParam
	nan := math.NaN()
	for name, c := range map[string]struct {
		given []g
		want  []float64
		from  []int
		says  []string // what is wrong, in order: "at text"
	}{
		"positions":      {[]g{{"", 1e4}, {"", 5}, {"", 3}, {"", 31}, {"", 32}}, []float64{1e4, 5, 3, 31, 32}, []int{0, 1, 2, 3, 4}, nil},
		"names":          {[]g{{"ORDER", 1}, {"markers", 31}, {"stiffness", 2}, {"markers", 32}}, []float64{2, 10, 1, 31, 32}, []int{2, -1, 0, 1, 3}, nil},
		"mixed":          {[]g{{"", 7}, {"order", 3}}, []float64{7, 10, 3}, []int{0, -1, 1}, nil},
		"defaults":       {[]g{{"", 7}}, []float64{7, 10, 2}, []int{0, -1, -1}, nil},
		"nothing":        {nil, nil, nil, []string{"-1 parameter 1, stiffness (number), is missing"}},
		"below":          {[]g{{"", 0}}, nil, nil, []string{"0 stiffness = 0 N/mm must be more than 0"}},
		"range":          {[]g{{"", 1}, {"order", 4}}, nil, nil, []string{"1 order = 4 must be at least 1 and at most 3"}},
		"whole":          {[]g{{"", 1}, {"order", 1.5}}, nil, nil, []string{"1 order = 1.5 must be a whole number"}},
		"id":             {[]g{{"", 1}, {"markers", 0}}, nil, nil, []string{"1 markers = 0 must be an id"}},
		"not a number":   {[]g{{"", nan}}, nil, nil, []string{"0 stiffness = NaN N/mm must be a finite"}},
		"unknown":        {[]g{{"", 1}, {"stifness", 4}}, nil, nil, []string{"1 the routine has no parameter stifness"}},
		"twice":          {[]g{{"", 1}, {"Stiffness", 4}}, nil, nil, []string{"1 stiffness is given twice"}},
		"behind a name":  {[]g{{"stiffness", 1}, {"", 4}}, nil, nil, []string{"1 a value without a name"}},
		"two are wrong":  {[]g{{"", -1}, {"damping", -2}}, nil, nil, []string{"0 stiffness = -1", "1 damping = -2"}},
		"wrong, missing": {[]g{{"damping", -2}}, nil, nil, []string{"0 damping", "-1 parameter 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			b, wrong := spring().BindParams(c.given)
			if !slices.Equal(b.Values, c.want) || !slices.Equal(b.From, c.from) || len(b.Params) != len(c.want) {
				t.Errorf("bound %v from %v, want %v from %v", b.Values, b.From, c.want, c.from)
			}
			if len(wrong) != len(c.says) {
				t.Fatalf("wrong: %+v, want %q", wrong, c.says)
			}
			for k, w := range wrong {
				at, says, _ := strings.Cut(c.says[k], " ")
				if at != map[int]string{-1: "-1", 0: "0", 1: "1"}[w.At] || !strings.HasPrefix(w.Text, says) {
					t.Errorf("wrong: %d %q, want %q", w.At, w.Text, c.says[k])
				}
			}
		})
	}
}

func TestBindUntold(t *testing.T) {
	for _, a := range []*usersub.About{nil, {}} {
		b, wrong := a.BindParams([]usersub.GivenParam{{Value: 1}, {Value: -2}})
		if len(wrong) > 0 || !slices.Equal(b.Values, []float64{1, -2}) {
			t.Errorf("got %v, %v", b, wrong)
		}
		_, wrong = a.BindParams([]usersub.GivenParam{{Value: 1}, {Name: "x", Value: 2}})
		if len(wrong) != 1 || wrong[0].At != 1 || !wrong[0].OfName {
			t.Errorf("got %v", wrong)
		}
	}
	none := &usersub.About{NoParams: true}
	_, wrong := none.BindParams([]usersub.GivenParam{{Value: 1}, {Value: 1}})
	if len(wrong) != 1 || wrong[0].Text != "2 values are given, the routine takes none" {
		t.Errorf("got %v", wrong)
	}
	if b, wrong := none.BindParams(nil); len(wrong) > 0 || len(b.Values) > 0 {
		t.Errorf("got %v, %v", b, wrong)
	}
}

func TestAboutCheck(t *testing.T) {
	p := func(list ...usersub.Param) usersub.About { return usersub.About{Params: list} }
	for says, a := range map[string]usersub.About{
		`parameter 1: "2k" is not a name`:     p(usersub.Param{Name: "2k"}),
		`parameter 1: "" is not a name`:       p(usersub.Param{}),
		`parameter 2: "a b" is not a name`:    p(usersub.Param{Name: "a"}, usersub.Param{Name: "a b"}),
		"there are two parameters A":          p(usersub.Param{Name: "a"}, usersub.Param{Name: "A"}),
		"parameter a: only the last":          p(usersub.Param{Name: "a", Many: true}, usersub.Param{Name: "b"}),
		"parameter a: the default must be at": p(usersub.Param{Name: "a", Min: ptr(1), Default: ptr(0)}),
		"parameter a is of an unknown type":   p(usersub.Param{Name: "a", Type: 7}),
		"it has parameters and says":          {Params: []usersub.Param{{Name: "a"}}, NoParams: true},
		"YFOSUB has no size nvalue":           {Sizes: map[string]int{"nvalue": 3}},
		"the size nstate is -1":               {Sizes: map[string]int{"nstate": -1}},
	} {
		if err := a.Validate(usersub.YFOSUB); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
	good := spring()
	good.States = []usersub.Quantity{{Name: "z", Unit: "mm"}}
	if err := good.Validate(usersub.YFOSUB); err != nil {
		t.Error(err)
	}
	if got := good.DescribeSizeMismatch(map[string]int{"nstate": 2}); got != "it needs nstate = 1, the element has 2" {
		t.Error(got)
	}
	if got := good.DescribeSizeMismatch(map[string]int{"nstate": 1, "ninput": 3}); got != "" {
		t.Error(got)
	}
	if got, want := good.UsageText(), "USER(stiffness, damping=10, order=2, markers...)"; got != want {
		t.Errorf("usage %s, want %s", got, want)
	}
}
