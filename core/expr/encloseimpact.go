package expr

// encloseImpact bounds IMPACT(x,v,x1,k,e,c,d).
func (c *encloser) encloseImpact(x, v, x1, k, e, damping, depth enclosure) enclosure {
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
	a, a1, _ := cubicRamp(u.v.lo)
	b, b1, _ := cubicRamp(u.v.hi)
	slope := span{min(a1, b1), max(a1, b1)}
	if u.v.holds(0.5) {
		_, slope.hi, _ = cubicRamp(0.5)
	}
	return u.chain(span{a, b}, slope)
}

// encloseBistop bounds BISTOP(x,v,x1,x2,k,e,c,d).
func (c *encloser) encloseBistop(x, v, x1, x2, k, e, damping, depth enclosure) enclosure {
	below := c.encloseImpact(x, v, x1, k, e, damping, depth)
	return below.sub(c.encloseImpact(x.neg(), v.neg(), x2.neg(), k, e, damping, depth))
}
