void c_sysfnc(const char *, const int *, int, double *, int *);

/* distance of markers 30 and 1 less par[0] */
void GCOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
	int ids[2] = {30, 1}, err;
	double d;
	c_sysfnc("DM", ids, 2, &d, &err);
	*result = d - par[0];
}

void MOTSUB(int *id, double *time, double *par, int *npar, int *iord, int *iflag, double *value)
{
	double t = *time;
	*value = *iord == 0 ? t * t * t : *iord == 1 ? 3 * t * t : 6 * t;
}

void FIESUB(int *id, double *time, double *par, int *npar, double *disp, double *velo, int *dflag, int *iflag,
            double *field, double *dfddis, double *dfdvel)
{
	int i;
	for (i = 0; i < 6; i++) {
		field[i] = -18 * disp[i];
		dfddis[7 * i] = -18;
	}
}

void GSESUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *nstate, double *states,
            int *ninput, double *input, int *noutpt, double *stated, double *output)
{
	stated[0] = -states[0];
	output[0] = 2 * states[0];
}

void COUSUB(int *id, double *time, double *par, int *npar, double *disp, int *ndisp, int *iflag, double *phi)
{
	*phi = 2 * disp[0] - disp[1];
}
