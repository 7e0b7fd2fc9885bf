import trammel.usersub.v1.Usersub.Answer;
import trammel.usersub.v1.Usersub.Ask;
import trammel.usersub.v1.Usersub.AskKind;

/** One call of a routine for one element, and its way back into the solver. */
public final class Call {
    private final Place place;
    private final Conversation solver;

    Call(Place place, Conversation solver) {
        this.place = place;
        this.solver = solver;
    }

    /** The number of the element in the deck. */
    public int id() {
        return place.id;
    }

    /** Simulated time. */
    public double time() {
        return place.time;
    }

    /** Entry k of USER(...), from 0. */
    public double par(int k) {
        if (k < 0 || k >= place.par.length) {
            throw new IllegalArgumentException(
                    "parameter " + (k + 1) + " is needed, USER(...) has " + place.par.length);
        }
        return place.par[k];
    }

    /** How many numbers USER(...) has. */
    public int pars() {
        return place.par.length;
    }

    /** Whether this is the call before the run: ask in it what will be asked later. */
    public boolean setup() {
        return place.iflag != 0;
    }

    /** Whether the solver calls to compute a derivative. */
    public boolean differencing() {
        return place.dflag != 0;
    }

    /** A query with one number as its answer: sysfnc("DX", 9). */
    public double sysfnc(String name, int... par) {
        return ask(false, name, par)[0];
    }

    /** A query with several numbers as its answer: sysary("TDISP", 11, 12). */
    public double[] sysary(String name, int... par) {
        return ask(true, name, par);
    }

    /** An attribute of an element of the model, as text. */
    public String modfnc(String element, int id, String attribute) {
        Answer a = solver.ask(Ask.newBuilder().setKind(AskKind.MODFNC).setName(element)
                .addPar(id).setAttribute(attribute).build());
        return a.getText();
    }

    private double[] ask(boolean ary, String name, int[] par) {
        Query q = new Query(ary, name.replace(" ", "").toUpperCase(java.util.Locale.ROOT), par);
        Place.Known known = place.find(q);
        if (known == null) {
            Answer a = solver.ask(Ask.newBuilder().setKind(ary ? AskKind.SYSARY : AskKind.SYSFNC)
                    .setName(q.name).addAllPar(q.list()).build());
            known = place.learn(q, a);
        }
        if (known.flag != 0) {
            throw new IllegalStateException("the solver does not answer " + q + " (error " + known.flag + ")");
        }
        return known.values;
    }
}
