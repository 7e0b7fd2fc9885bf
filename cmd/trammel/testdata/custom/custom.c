void c_sysfnc(const char *, const int *, int, double *, int *);
void c_cusfnc(const char *, const double *, int, double *, int *);

/* what SPRING gives for the stiffness par[0] */
void LAW(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	int err;
	c_cusfnc("SPRING", par, 1, value, &err);
	if (err)
		*value = 1e9;
}

/* force of a spring from the origin to marker 30, along x */
void SPRING(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	int marker = 30, err;
	double x;
	c_sysfnc("DX", &marker, 1, &x, &err);
	*value = -par[0] * x;
}
