/* A spring along DX of marker 9, for WebAssembly. From time par[1] on it does par[0]. Codes behind each fault: see law.c. */
#include "trammel_usersub.h"

static volatile int spent;
static int deep(int n) { volatile char room[4096]; room[n % 4096] = (char)n; return n > 1 << 30 ? 0 : deep(n + 1) + room[0]; }

DLLFUNC void STDCALL PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	int m = 9, e = 0, zero = *id - 7;
	c_sysfnc("DX", &m, 1, value, &e);
	if (*iflag || *time < par[1]) return;
	switch ((int)par[0]) {
	case 1: __builtin_trap(); /* unreachable | 5 */
	case 2: for (;;) spent++; /* loop | 5 */
	case 3: *(volatile int *)0xfffffff0 = 1; break; /* outside of the memory | 5 */
	case 4: *value = 5 / zero; break; /* division by zero | 5 */
	case 5: *value = deep(0); break; /* stack | 5 */
	case 6: while (__builtin_wasm_memory_grow(0, 64) != (unsigned long)-1) ; break; /* memory | 5 */
	case 7: *value = __builtin_nan(""); break; /* NaN | 5 6 */
	case 8: *value = __builtin_inf(); break; /* infinity | 5 6 */
	case 9: ((void (*)(void))(unsigned long)(12345 + *id))(); break; /* a call of nothing | 5 */
	case 10: c_errmes(1, "worn", *id, "STOP"); break; /* c_errmes | 5 */
	case 11: exit(0); break; /* exit 0 | 5 */
	case 12: *value = (int)(1e300 * *time); break; /* a number that is not an integer | 5 6 0 */
	case 13: for (int k = 0; k < 70000; k++) ((volatile char *)0)[k] = -1; break; /* memory of its own overwritten | 5 6 0 */
	case 14: for (int k = 0; k < 40; k++) printf("text %d\n", k); break; /* much printed | same */
	case 15: m = 12345; c_sysfnc("DX", &m, 1, value, &e); break; /* a marker that is not there | 5 0 */
	case 16: c_sysfnc((const char *)0xffff0000, &m, 1, value, &e); break; /* an address that is none | 5 */
	case 17: c_sysfnc("DX", &m, 1 << 30, value, &e); break; /* too many arguments | 5 0 */
	case 18: par[0] = -1; id[0] = 99; break; /* arguments overwritten | same */
	}
}
