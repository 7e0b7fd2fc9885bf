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

void c_ucovar(int, int, const int *, int, const int *);
void c_ucomar(int, int, const int *, int, const int *);

/* distance of the centre of part par[0] from marker par[1] is par[2]; the second
   partials are left to the solver */
void UCOSUB(int *id, double *time, double *q, double *par, int *npar, int *idrsel, int *iflag, double *scalar,
            double *array, double *xmatrx)
{
	int k;
	if (*iflag) {
		int part[3], marker[3], centre[3] = {11, 12, 13}, origin[3] = {1011, 1012, 1013};
		for (k = 0; k < 3; k++) {
			part[k] = (int)par[0];
			marker[k] = (int)par[1];
		}
		c_ucovar(*id, 3, part, 3, centre);
		c_ucomar(*id, 3, marker, 3, origin);
		return;
	}
	*scalar = -par[2] * par[2];
	for (k = 0; k < 3; k++) {
		double d = q[k] - q[k + 3];
		*scalar += d * d;
		array[k] = 2 * d;
		array[k + 3] = -2 * d;
	}
}
