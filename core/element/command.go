package element

import "github.com/trammel-mbd/trammel/core/deck"

func init() {
	snap := func(name, what string) *deck.AttrSpec {
		return notNegativeAttr(realAttr(name, "0", "that of the output", what+" below which 0 is written, in requests of this type; of several commands the last counts for the whole run"))
	}
	registerElements(
		kind{schema: &deck.Schema{Kind: "ResOutput", Section: deck.InBoth, NoID: true, Doc: "options of results; in an XML deck it requests all of them, as H3DOutput",
			Attrs: joinAttrs(
				withSpellings(choiceAttr("angle_type", "EULER_ANGLES", "angles of MARKER_DISPLACEMENT: body-fixed 3-1-3, or yaw, pitch and roll",
					"EULER_ANGLES", "YPR"), "EULER", "EULER_ANGLES", "YAW_PITCH_ROLL", "YPR"),
				unusedAttrs("result files of other formats are not written", "mrf_file", "abf_file", "plt_file", "abf_unique_time",
					"plt_unique_time", "flex_vel_acc_output", "contact_gra_output", "cof_file", "capture_max_pd", "req_comment_only"),
				snap("dzero", "displacement"), snap("vzero", "velocity"), snap("azero", "acceleration"), snap("fzero", "force"),
			)}, phase: commands},
		kind{schema: &deck.Schema{Kind: "H3DOutput", Section: deck.InBoth, NoID: true,
			Doc: "requests all results: motion of bodies, forces of joints and other elements, variables and states, in results.store; the file itself is not written",
			Attrs: joinAttrs(choiceAttr("switch", "ON", "whether all results are written", "ON", "OFF"),
				harmlessUnusedAttrs("of another format", "increment", "format", "save", "linear_anim", "format_type", "stress_format", "strain_format", "capture_max_pd", "deformation", "ids"),
			)}, phase: commands},
		kind{schema: &deck.Schema{Kind: "DebugOutput", Section: deck.InCommand, Ignored: true, Doc: "extra diagnostics"}, phase: commands},
	)
}
