package inspect

import "strings"

// Status tells what a utility does here.
type Status string

const (
	Works   Status = "works"
	Refuses Status = "not supported" // it is there and sets its error flag
	Unknown Status = "unknown"       // nobody defines it
)

// utilities are the routines that libraries may call, in lower case, and
// whether they work or only report that they are not supported. Each has the
// symbols c_NAME, NAME, name_ and name.
var utilities = map[string]Status{}

func init() {
	for _, n := range strings.Fields(working) {
		utilities[n] = Works
	}
	for _, n := range strings.Fields(refusing) {
		utilities[n] = Refuses
	}
}

const working = `sysfnc sysary modfnc errmes usrmes getstm adams_needs_partials adams_declare_threadsafe`

const refusing = `
	syspar cusfnc tirary ucovar ucomar info fncdep
	gtaray gtstrg gtcurv gtcmat gtunts modset set_attribute str2intary nmodes modinf
	body_mass_property add_mass_property subtract_mass_property get_gravity
	get_matrix_info get_full_matrix_data get_sparse_matrix_data gtinam gtonam
	timget getmod anlmod getint getslv getver getcpu getinm simsta
	get_integrator_details get_hht_parameters get_numdif_info
	step step5 havsin impact bistop poly cheby forcos forsin shf akispl cubspl fitspl quispl
	rcnvrt tcnvrt istrng rstrng naninf
	put_spline put_marker put_matrix put_string setvelic set_discrete_interface
	analys datout modify
	adams_serialize_integers adams_serialize_doubles adams_serialize_characters
	adams_unserialize_integers adams_unserialize_doubles adams_unserialize_characters adams_smp_group
	gse_ns gse_nd gse_ni gse_no gse_x gse_xd gse_xdot gse_u
	gsepar_x gsepar_xdot gsepar_u gsemap_x gsemap_xdot gsemap_u
	rto_read_table_spline rto_file2ms_conversion_factors`

// cOnly are utilities that have the form c_NAME alone.
var cOnly = map[string]bool{"adams_needs_partials": true, "adams_declare_threadsafe": true}

// Utility tells whether a symbol is a utility and what it does.
func Utility(symbol string) (Status, bool) {
	name, c := strings.CutPrefix(symbol, "c_")
	if c {
		s, ok := utilities[strings.ToLower(name)]
		return s, ok && (name == strings.ToLower(name) || name == "get_HHT_parameters")
	}
	lower := strings.TrimSuffix(symbol, "_")
	if lower != symbol && lower != strings.ToLower(lower) {
		return "", false // NAME_ is no spelling of any compiler
	}
	if lower != strings.ToLower(lower) && lower != strings.ToUpper(lower) || cOnly[strings.ToLower(lower)] {
		return "", false
	}
	s, ok := utilities[strings.ToLower(lower)]
	return s, ok
}
