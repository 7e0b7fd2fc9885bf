/**
 * Kinds of routines with the inputs id, time, par, npar, dflag, iflag and a fixed number of real
 * results. In gRPC the argument lists are not sent: they are those of the reference of user subroutines.
 */
public enum Kind {
    DIFSUB(1), GCOSUB(1), PFOSUB(1), SFOSUB(1), VARSUB(1), VFOSUB(3), VTOSUB(3), GFOSUB(6);

    final int results;

    Kind(int results) {
        this.results = results;
    }
}
