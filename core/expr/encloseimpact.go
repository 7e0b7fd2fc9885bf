package expr

// encloseImpact bounds IMPACT.
func encloseImpact(c *encloser, x []enclosure) enclosure {
	return c.impact(x[0], x[1], x[2], x[3], x[4], x[5], x[6])
}

// encloseBistop bounds BISTOP.
func encloseBistop(c *encloser, x []enclosure) enclosure {
	below := c.impact(x[0], x[1], x[2], x[4], x[5], x[6], x[7])
	return below.sub(c.impact(x[0].neg(), x[1].neg(), x[3].neg(), x[4], x[5], x[6], x[7]))
}

// impact bounds IMPACT(x,v,x1,k,e,c,d).
func (c *encloser) impact(x, v, x1, k, e, damping, depth enclosure) enclosure {
	p := x1.sub(x)
	if p.v.hi <= 0 {
		return constant(0)
	}
	p = greater(p, constant(0))
	f := k.mul(c.power(p, e))
	if damping.v != (span{}) {
		f = f.sub(damping.mul(v).mul(encloseDamping(p, depth)))
	}
	return greater(f, constant(0))
}

// encloseDamping bounds the part of the damping that acts at the penetration p.
func encloseDamping(p, depth enclosure) enclosure {
	if depth.v.lo <= 0 || depth.d != (span{}) {
		if depth.v.hi <= 0 && p.v.lo > 0 {
			return constant(1)
		}
		return enclosure{span{0, 1}, everything}
	}
	u := greater(p.div(depth).neg(), constant(-1)).neg()
	return u.chain(ramp(cubicRamp).over(u.v))
}
