import java.util.ArrayList;
import java.util.List;
import trammel.usersub.v1.Usersub;
import trammel.usersub.v1.Usersub.Answer;
import trammel.usersub.v1.Usersub.Open;

/** One element: the inputs that it had last, and the queries whose answers come with its calls. */
final class Place {
    /** A foreseen query with its answer of this call. */
    static final class Known {
        final Query query;
        double[] values;
        int flag;

        Known(Query query, int n) {
            this.query = query;
            values = new double[n];
        }
    }

    final String broken; // why it cannot be called; null if it can
    final Routine routine;
    final int results;
    int id, npar, dflag, iflag;
    double time;
    double[] par = {};
    boolean busy;
    private final List<Known> known = new ArrayList<>();

    Place(String broken) {
        this.broken = broken;
        routine = null;
        results = 0;
    }

    Place(Open m, Routine routine, int results) {
        this.routine = routine;
        this.results = results;
        // The scalar integers of the argument list: id, npar, dflag, iflag.
        boolean fits = m.getIntsCount() == 4 && m.getInts(1) >= 0;
        broken = fits ? null : m.getKind() + " was opened with integers that do not fit";
        par = new double[fits ? m.getInts(1) : 0];
    }

    /**
     * Takes over what a Call brings. Bit i of given is set if argument i of id, time, par, npar,
     * dflag, iflag follows. False if the message has too many or too few values.
     */
    boolean take(Usersub.Call m) {
        long given = m.getGiven();
        int ints = 0, reals = 0;
        int needInts = (int) (given & 1) + Long.bitCount(given >> 3 & 7);
        int needReals = (int) (given >> 1 & 1) + (int) (given >> 2 & 1) * par.length;
        if (given >> 6 != 0 || m.getIntsCount() != needInts || m.getRealsCount() != needReals) {
            return false;
        }
        if ((given & 1) != 0) id = m.getInts(ints++);
        if ((given >> 1 & 1) != 0) time = m.getReals(reals++);
        if ((given >> 2 & 1) != 0) {
            for (int k = 0; k < par.length; k++) par[k] = m.getReals(reals++);
        }
        if ((given >> 3 & 1) != 0) npar = m.getInts(ints++);
        if ((given >> 4 & 1) != 0) dflag = m.getInts(ints++);
        if ((given >> 5 & 1) != 0) iflag = m.getInts(ints++);
        return npar == par.length && takeAnswers(m);
    }

    private boolean takeAnswers(Usersub.Call m) {
        if (m.getForget()) known.clear();
        for (Usersub.Question q : m.getLearnedList()) {
            int[] p = q.getParList().stream().mapToInt(Integer::intValue).toArray();
            known.add(new Known(new Query(q.getAry(), q.getName(), p), q.getValues()));
        }
        int n = 0;
        for (Known k : known) n += k.values.length;
        if (m.getAnswersCount() != n || m.getFlagsCount() != 0 && m.getFlagsCount() != known.size()) {
            return false;
        }
        int at = 0;
        for (int i = 0; i < known.size(); i++) {
            Known k = known.get(i);
            if (m.getFlagsCount() != 0) k.flag = m.getFlags(i);
            for (int j = 0; j < k.values.length; j++) k.values[j] = m.getAnswers(at++);
        }
        return true;
    }

    /** The answer that came with the call, null if the query was not foreseen. */
    Known find(Query q) {
        for (Known k : known) if (k.query.same(q)) return k;
        return null;
    }

    /** Appends a query that the solver has answered, as the solver does. */
    Known learn(Query q, Answer a) {
        Known k = new Known(q, a.getValuesCount());
        for (int j = 0; j < k.values.length; j++) k.values[j] = a.getValues(j);
        k.flag = a.getFlag();
        known.add(k);
        return k;
    }
}
