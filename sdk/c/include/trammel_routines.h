/* trammel_routines.h - the symbols that a Fortran compiler gives the routines.
 * Written from the solver's table of routines; included by userPortName.h. */
#ifndef TRAMMEL_ROUTINES_H
#define TRAMMEL_ROUTINES_H

#define ARYSUB arysub_
#define CBKSUB cbksub_
#define CFFSUB cffsub_
#define CNFSUB cnfsub_
#define CONSUB consub_
#define CONTACTPOST contactpost_
#define COUSUB cousub_
#define COUXX couxx_
#define COUXX2 couxx2_
#define CURSUB cursub_
#define DIFSUB difsub_
#define DMPSUB dmpsub_
#define FIESUB fiesub_
#define GCOSUB gcosub_
#define GFOSUB gfosub_
#define GSESAMPLE gsesample_
#define GSESUB gsesub_
#define GSEXU gsexu_
#define GSEXX gsexx_
#define GSEYU gseyu_
#define GSEYX gseyx_
#define GSE_DERIV gse_deriv_
#define GSE_OUTPUT gse_output_
#define GSE_SAMP gse_samp_
#define GSE_UPDATE gse_update_
#define MARKER_READ marker_read_
#define MATRIX_READ matrix_read_
#define MFOSUB mfosub_
#define MOTSUB motsub_
#define PFOSUB pfosub_
#define POST_SUB post_sub_
#define PTDSFSUB ptdsfsub_
#define RELSUB relsub_
#define REQSUB reqsub_
#define SAVSUB savsub_
#define SENSUB sensub_
#define SEVSUB sevsub_
#define SFOSUB sfosub_
#define SPDSUB spdsub_
#define SPLINE_READ spline_read_
#define STRING_READ string_read_
#define SURSUB sursub_
#define TIRSUB tirsub_
#define UCOSUB ucosub_
#define VARSUB varsub_
#define VFOSUB vfosub_
#define VTOSUB vtosub_
#define YFOSUB yfosub_
#define YFOXU yfoxu_
#define YFOXX yfoxx_
#define YFOYU yfoyu_
#define YFOYX yfoyx_

#endif
