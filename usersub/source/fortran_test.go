package source

import (
	"slices"
	"strings"
	"testing"
)

// prepared is the text of a source after preparation, which must not fail.
func prepared(t *testing.T, file, text string, defined ...string) (*Fortran, string) {
	t.Helper()
	o := Options{Defined: map[string]string{}}
	for _, d := range defined {
		o.Defined[d] = ""
	}
	f, err := PrepareFortran(file, []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	if f.Text == nil {
		return f, text
	}
	return f, string(f.Text)
}

// Lines that other compilers take, and what becomes of them; what has no second text stays as it is.
func TestStatements(t *testing.T) {
	for _, c := range [][3]string{
		{"a.f90", "if (ok .eq. .true.) x = 1", "if ((ok.EQV..true.)) x = 1"},
		{"a.f90", "if (a.and.flag(i) /= .FALSE. .or. .true.==b) x = 1", "if (a.and.(flag(i).NEQV..FALSE.) .or. (.true..EQV.b)) x = 1"},
		{"a.f90", "x = .true. == a .eq. .true.", "x = .true. == (a.EQV..true.)"},
		{"a.f90", "print *, 'ok .eq. .true.' ! ok .eq. .true.", ""},
		{"a.f90", "name = 'file'C", "name = 'file'//CHAR(0)"},
		{"a.f90", "name = 'it''s'c // x", "name = 'it''s'//CHAR(0) // x"},
		{"a.f90", "call f('a', c)", ""},
		{"a.f", "   10 FORMAT(1X,A,\\)", "   10 FORMAT(1X,A,$)"},
		{"a.f90", "write(*,'(a\\)') 'x\\'", "write(*,'(a$)') 'x\\'"},
		{"a.f90", "open(10,file='x',buffered='yes',status='old')", "open(10,file='x',status='old')"},
		{"a.f90", "open(unit=10,name='x',type='old',mode='read')", "open(unit=10, FILE='x', STATUS='old', ACTION='read')"},
		{"a.f90", "if (x) open(10,file=n(1:3),form='binary',access='sequential')", "if (x) open(10,file=n(1:3),form='UNFORMATTED',ACCESS='STREAM')"},
		{"a.f90", "open(10,file='x', &\n  buffered='yes', &\n  status='old')", "open(10,file='x' &\n, &\n  status='old')"},
		{"a.f90", "open(10,file='x', &\n  buffered='yes', &\n  title='x', &\n status='old')", "open(10,file='x' &\n\n, &\n status='old')"},
		{"a.f", "      OPEN(10,FILE='x',\n     &  BLOCKSIZE=512,\n     &  TITLE='a, b)')", "      OPEN(10,FILE='x'\n     &\n     &)"},
		{"a.f", "      OPTIONS /EXTEND_SOURCE", "      !       OPTIONS /EXTEND_SOURCE"},
		{"a.f90", "reopen(10) = 3; type(10) = 2", ""},
		{"a.f90", "call time(t); call idate(m,d,y)", "call TRAMMEL_TIME(t); call idate(m,d,y)"},
		{"a.f90", "call idate(m,d,f(y,1))", "call TRAMMEL_IDATE(m,d,f(y,1))"},
		{"a.f90", "call idate(today)", ""},
		{"a.f90", "subroutine time(t)\ncall time(t)", ""},
		{"a.f90", "use ifport, only: getpid", "use ifport_names, only: getpid"},
		{"a.f90", "use ifport\nuse :: dflib , only : x ! ifport,", "use ifport\nuse :: ifport_names , only : x ! ifport,"},
		{"a.f90", "x =\u00a01", "x = 1"},
		{"a.f", "      X =\xa01 ! \xa0", "      X = 1 ! \xa0"},
		{"a.f", "      X = 1" + strings.Repeat(" ", 61) + "&\n     & + 2", "      X = 1" + strings.Repeat(" ", 61) + "\n     & + 2"},
		{"a.f", "     !  ok .EQ. .TRUE.", "     !  (ok.EQV..TRUE.)"},
		{"a.f90", "\xef\xbb\xbfend\r\n\x1a", "end\n"},
		{"a.f", "C     OPEN(10,NAME='x')\nd     IF (A .EQ. .TRUE.) X = 1", ""},
	} {
		_, got := prepared(t, c[0], c[1])
		want := c[2]
		if want == "" {
			want = c[1]
		}
		if got != want {
			t.Errorf("%q\n gives %q\n  want %q", c[1], got, want)
		}
	}
}

// A logical variable that is assigned to a number gives -1 or 0; names count in their own procedure.
func TestLogicalsAsNumbers(t *testing.T) {
	text := `subroutine a(result, n)
logical penetration, l(3)
double precision result(8), x
integer, intent(out) :: n
logical(4), save :: done = .false.
result(8) = penetration
if (x > 1) n = done
x = x
penetration = done
n = .true.
end
subroutine b(penetration)
real(8) penetration, result(8)
result(8) = penetration
end`
	want := strings.Replace(text, "= penetration", "= MERGE(-1D0,0D0,penetration)", 1)
	want = strings.NewReplacer("1) n = done", "1) n = MERGE(-1,0,done)", "\nn = .true.", "\nn = MERGE(-1,0,.true.)").Replace(want)
	f, got := prepared(t, "a.f90", text)
	if got != want || len(f.Notes) != 1 || f.Notes[0].Line != 6 {
		t.Errorf("%s\n%v", got, f.Notes)
	}
}

// Numbers of lines in columns 73 to 80 are left out, everything else there is read.
func TestColumnsBehind72(t *testing.T) {
	line := func(code, end string) string { return "      " + code + strings.Repeat(" ", 66-len(code)) + end + "\n" }
	cards := line("X = 1", "00000010") + "C a comment" + strings.Repeat(".", 70) + "\n" + line("Y = 2", "ABC 0020") + line("END", "      30")
	if _, got := prepared(t, "a.for", cards); got != line("X = 1", "")+"C a comment"+strings.Repeat(".", 70)+"\n"+line("Y = 2", "")+line("END", "") {
		t.Errorf("%q", got)
	}
	for _, text := range []string{
		line("X = 1", "+ 2"), line("X = 1", "00000010"), line("X = 1", "20") + line("Y = 1", "10"), // falling: no numbers of lines
		line("X = 1", "10") + line("Y = 1", "20") + line("Z = 1", "+ 2"),
	} {
		if f, got := prepared(t, "a.f", text); got != text || !slices.Contains(f.Flags, "-ffixed-line-length-none") {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestDirectives(t *testing.T) {
	text := `!DEC$ IF DEFINED(FAST) .AND. .NOT. DEFINED(SLOW)
x = 1
!DEC$ ELSEIF DEFINED(SLOW)
x = 2
!DEC$ ELSE
!DEC$ DEFINE LATER
x = 3
!DEC$ ENDIF
!dir$ if (defined(later) .or. defined(FAST))
y = 1
!dir$ endif
`
	for defined, want := range map[string]string{"FAST": "x=1 y=1", "SLOW": "x=2", "": "x=3 y=1", "fast": "x=1 y=1"} {
		_, got := prepared(t, "a.f90", text, defined)
		var list []string
		for line := range strings.Lines(got) {
			if !strings.HasPrefix(strings.ToLower(line), "!d") && strings.TrimSpace(line) != "" {
				list = append(list, strings.ReplaceAll(strings.TrimSpace(line), " ", ""))
			}
		}
		if s := strings.Join(list, " "); s != want || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%s: %s, want %s", defined, s, want)
		}
	}
	f, _ := prepared(t, "a.f", "!DEC$ FREEFORM\n!DEC$ ATTRIBUTES DLLEXPORT :: GFOSUB\n!DEC$ ATTRIBUTES STDCALL, REFERENCE, ALIAS:'_X@4' :: X\nuse ifport, only: getpid\n")
	if !slices.Equal(f.Flags, []string{"-ffree-line-length-none", "-ffree-form"}) || len(f.Notes) != 1 || f.Notes[0].Line != 3 || !slices.Equal(f.Uses, []string{"ifport_names"}) {
		t.Errorf("%+v", f)
	}
}

// What would change the meaning in silence is refused with its position.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"end\n!DEC$ IF (VERSION > 3)\n":              "a.f:2:1: the condition (VERSION > 3) of a directive is not understood",
		"!DEC$ IF DEFINED(A)\nend\n":                 "a.f:1:1: the directive IF has no ENDIF",
		"!DEC$ ELSE\n":                               "a.f:1:1: the directive ELSE has no IF",
		"!DEC$ REAL:8\n":                             "a.f:1:7: the directive REAL:8 makes all reals double",
		"cDEC$ INTEGER:2\n":                          "a.f:1:7: the directive INTEGER:2 changes the length of all integers",
		"!DEC$ ATTRIBUTES VALUE :: n\n":              "a.f:1:7: the attribute VALUE passes arguments of n by value",
		"!MS$ ATTRIBUTES C, ALIAS:'_road' :: road\n": "a.f:1:6: the attribute C passes arguments of road by value",
	} {
		if _, err := PrepareFortran("a.f", []byte(text), Options{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestModules(t *testing.T) {
	f, _ := prepared(t, "a.f90", "module road\n use, intrinsic :: iso_c_binding\n USE IFPORT\nmodule procedure x\nend module\nsubroutine a\n use road, only: b; use ifport\nuses = 3\nend\n#ifdef A\n#endif\n")
	if !slices.Equal(f.Defines, []string{"road"}) || !slices.Equal(f.Uses, []string{"iso_c_binding", "ifport"}) || !slices.Contains(f.Flags, "-cpp") {
		t.Errorf("%+v", f)
	}
}
