package expr

// encloseImpact bounds IMPACT.
func encloseImpact(c *intervalEvaluator, x []enclosure) enclosure {
	return c.boundImpact(x[0], x[1], x[2], x[3], x[4], x[5], x[6])
}

// encloseBistop bounds BISTOP.
func encloseBistop(c *intervalEvaluator, x []enclosure) enclosure {
	below := c.boundImpact(x[0], x[1], x[2], x[4], x[5], x[6], x[7])
	return below.sub(c.boundImpact(x[0].neg(), x[1].neg(), x[3].neg(), x[4], x[5], x[6], x[7]))
}

// boundImpact bounds IMPACT(x,v,x1,k,e,c,d).
func (c *intervalEvaluator) boundImpact(x, v, x1, k, e, damping, depth enclosure) enclosure {
	p := x1.sub(x)
	if p.v.hi <= 0 {
		return constantEnclosure(0)
	}
	p = boundLarger(p, constantEnclosure(0))
	f := k.mul(c.boundPower(p, e))
	if damping.v != (span{}) {
		f = f.sub(damping.mul(v).mul(encloseDamping(p, depth)))
	}
	return boundLarger(f, constantEnclosure(0))
}

// encloseDamping bounds the part of the damping that acts at the penetration p.
func encloseDamping(p, depth enclosure) enclosure {
	if depth.v.lo <= 0 || depth.d != (span{}) {
		if depth.v.hi <= 0 && p.v.lo > 0 {
			return constantEnclosure(1)
		}
		return enclosure{span{0, 1}, everything}
	}
	u := boundLarger(p.div(depth).neg(), constantEnclosure(-1)).neg()
	return u.applyChainRule(ramp(cubicRamp).boundRamp(u.v))
}
