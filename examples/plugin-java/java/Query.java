import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A SYSFNC or SYSARY query: name in upper case, without blanks. */
final class Query {
    final boolean ary;
    final String name;
    final int[] par;

    Query(boolean ary, String name, int[] par) {
        this.ary = ary;
        this.name = name;
        this.par = par.clone();
    }

    boolean same(Query q) {
        return ary == q.ary && name.equals(q.name) && Arrays.equals(par, q.par);
    }

    List<Integer> list() {
        return Arrays.stream(par).boxed().collect(Collectors.toList());
    }

    @Override
    public String toString() {
        return (ary ? "SYSARY " : "SYSFNC ") + name + Arrays.toString(par);
    }
}
