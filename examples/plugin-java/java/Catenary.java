import trammel.usersub.v1.Usersub.Parameter;
import trammel.usersub.v1.Usersub.ParameterType;

/**
 * A plugin with the constraint of a bead on a catenary: g = y - cosh(x), where x and y are the
 * place of the marker whose id is the first parameter.
 */
public final class Catenary {
    public static void main(String[] args) throws Exception {
        new Plugin("catenary-java", "1.0.0", "A bead on a catenary.")
                .vendor("example")
                .routine("catenary", Kind.PFOSUB, "height of a marker above the curve y = cosh x",
                        Catenary::height,
                        Parameter.newBuilder().setName("marker").setDoc("the bead")
                                .setType(ParameterType.ID).setElement("Reference_Marker").build())
                .serve();
    }

    static double[] height(Call c) {
        int marker = (int) c.par(0);
        double x = c.sysfnc("DX", marker);
        double y = c.sysfnc("DY", marker);
        return new double[] {y - Math.cosh(x)};
    }
}
