/* userPortName.h - types and names that older sources in C++ and C use which
 * write their routines as Fortran would: all arguments are pointers and the
 * lengths of texts stand behind all others.
 *
 *     PUBLIC VOID_FUNCTION GFOSUB(const int *id, const REAL *time, const REAL *par, const int *npar,
 *                                 const BOOL *dflag, const BOOL *iflag, REAL *result)
 *
 * gets the symbol gfosub_, as from a Fortran compiler.
 */
#ifndef TRAMMEL_USER_PORT_NAME_H
#define TRAMMEL_USER_PORT_NAME_H
#include "trammel_usersub.h"

#ifndef PUBLIC
#define PUBLIC DLLFUNC
#endif
#ifndef REAL
#define REAL double
#endif
#ifndef BOOL
#define BOOL int
#endif
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif
#define VOID_FUNCTION void
#define BOOL_FUNCTION BOOL
#define REAL_FUNCTION REAL
#define INT_FUNCTION int

#define SFOSUB sfosub_
#define SPDSUB spdsub_
#define GFOSUB gfosub_
#define VFOSUB vfosub_
#define VTOSUB vtosub_
#define VARSUB varsub_
#define DIFSUB difsub_
#define ARYSUB arysub_
#define GCOSUB gcosub_
#define PFOSUB pfosub_
#define REQSUB reqsub_
#define SENSUB sensub_
#define SEVSUB sevsub_
#define MOTSUB motsub_
#define FIESUB fiesub_
#define GSESUB gsesub_
#define GSEXX gsexx_
#define GSEXU gsexu_
#define GSEYX gseyx_
#define GSEYU gseyu_
#define GSE_DERIV gse_deriv_
#define GSE_UPDATE gse_update_
#define GSE_OUTPUT gse_output_
#define GSE_SAMP gse_samp_
#define GSESAMPLE gsesample_
#define YFOSUB yfosub_
#define YFOXX yfoxx_
#define YFOXU yfoxu_
#define YFOYX yfoyx_
#define YFOYU yfoyu_
#define COUSUB cousub_
#define COUXX couxx_
#define COUXX2 couxx2_
#define UCOSUB ucosub_
#define CURSUB cursub_
#define SURSUB sursub_
#define CNFSUB cnfsub_
#define CFFSUB cffsub_
#define CONTACTPOST contactpost_
#define PTDSFSUB ptdsfsub_
#define MFOSUB mfosub_
#define DMPSUB dmpsub_
#define CONSUB consub_
#define SPLINE_READ spline_read_
#define MARKER_READ marker_read_
#define MATRIX_READ matrix_read_
#define STRING_READ string_read_
#define POST_SUB post_sub_
#define SAVSUB savsub_
#define RELSUB relsub_
#define CBKSUB cbksub_
#define TIRSUB tirsub_

#include "trammel_fortran.h"

#endif
