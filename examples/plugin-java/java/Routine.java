/** What a plugin computes. It returns as many numbers as its kind has results. */
@FunctionalInterface
public interface Routine {
    double[] call(Call c) throws Exception;
}
