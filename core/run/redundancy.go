package run

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/system"
)

// How run.json and run.log call the ways in which reactions of redundant rows are reported.
var reactionMethods = map[system.ReactionSharing]struct{ name, text string }{
	system.LeastNorm: {"minimum-norm", "are those of least norm: the least sum over all joints of |F|² + |T|²/l² at their markers I, with l = %.4g"},
	system.Iterate:   {"rows taken out carry nothing", "are 0 in the rows taken out: forces of the model depend on reactions, and are computed with these (l = %.4g)"},
}

// ReactionSharingMethod returns how reactions of redundant rows' joints are reported: "minimum-norm", or
// "rows taken out carry nothing"; nothing without redundant rows.
func ReactionSharingMethod(s *system.State) string { return reactionMethods[s.ReactionSharing()].name }

// findRedundancy notes what is redundant and how reactions are reported.
func (s *solution) findRedundancy() error {
	if err := s.state.FindIndeterminateReactions(s.point); err != nil {
		return err
	}
	s.work.InvalidateFactors()
	removed := system.DescribeRowsByElement(s.state.RemovedRedundantRows())
	s.rec.UpdateDocument(func(d *Document) { d.Redundant, d.Reactions = removed, ReactionSharingMethod(s.state) })
	if how, ok := reactionMethods[s.state.ReactionSharing()]; ok {
		s.rec.Log("reactions of redundant joints "+how.text, s.model.System.Length)
	}
	if s.state.ReactionSharing() == system.Iterate {
		s.rec.warn("a force reads a reaction that redundant joints leave indeterminate; forces and reports take it with the removed constraint rows at zero: %s",
			strings.Join(s.state.LawsReadingIndeterminateReactions(), "; "))
	}
	return nil
}

// shareReactions makes the reactions of the point being reported those that are reported, and
// sees to it that the rows which were taken out as redundant are satisfied.
func (s *solution) shareReactions() error {
	if s.state.ReactionSharing() == system.Determined {
		return nil
	}
	if err := s.state.CheckConstraintContradiction(s.scratch); err != nil {
		return err
	}
	changed, err := s.state.ApplyLeastNormReactions(s.scratch)
	if changed {
		s.work.InvalidateFactors()
	}
	return err
}
