import io.grpc.stub.StreamObserver;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import trammel.usersub.v1.Usersub;
import trammel.usersub.v1.Usersub.Answer;
import trammel.usersub.v1.Usersub.Ask;
import trammel.usersub.v1.Usersub.Cause;
import trammel.usersub.v1.Usersub.Done;
import trammel.usersub.v1.Usersub.Failure;
import trammel.usersub.v1.Usersub.Open;
import trammel.usersub.v1.Usersub.ToHost;
import trammel.usersub.v1.Usersub.ToPlugin;

/**
 * The stream in which all calls are made: Open needs no reply, Call is replied to by Done, and before
 * that by any number of Ask, each answered by Answer. Between Ask and Answer the solver may open and
 * call another routine; so a wait for an answer serves what comes meanwhile. Routines run on one
 * thread, that of the conversation, one inside the other if need be.
 */
final class Conversation implements StreamObserver<ToPlugin> {
    private final Plugin plugin;
    private final StreamObserver<ToHost> out;
    private final BlockingQueue<ToPlugin> inbox = new LinkedBlockingQueue<>();
    private final Map<Integer, Place> places = new HashMap<>();

    Conversation(Plugin plugin, StreamObserver<ToHost> out) {
        this.plugin = plugin;
        this.out = out;
        Thread t = new Thread(this::run, "routines");
        t.setDaemon(true);
        t.start();
    }

    @Override
    public void onNext(ToPlugin m) {
        inbox.add(m);
    }

    /** The solver has left without a word: it was killed. */
    @Override
    public void onError(Throwable broke) {
        leave();
    }

    @Override
    public void onCompleted() {
        out.onCompleted();
        leave();
    }

    /** Nobody needs this process any more. A solver in good order ends it by Shutdown before. */
    private static void leave() {
        new Timer(true).schedule(new TimerTask() {
            @Override
            public void run() {
                Runtime.getRuntime().halt(1); // also from the middle of a routine
            }
        }, 2_000);
    }

    private void run() {
        while (true) {
            serve(take());
        }
    }

    private ToPlugin take() {
        try {
            return inbox.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Asks the solver and waits for its answer. */
    Answer ask(Ask m) {
        out.onNext(ToHost.newBuilder().setAsk(m).build());
        while (true) {
            ToPlugin reply = take();
            if (reply.getWhatCase() == ToPlugin.WhatCase.ANSWER) {
                return reply.getAnswer();
            }
            serve(reply);
        }
    }

    private void serve(ToPlugin m) {
        switch (m.getWhatCase()) {
            case OPEN:
                places.put(m.getOpen().getHandle(), open(m.getOpen()));
                break;
            case CALL:
                out.onNext(ToHost.newBuilder().setDone(call(m.getCall())).build());
                break;
            default:
                System.err.println("the solver sent a message that makes no sense here: " + m.getWhatCase());
                Runtime.getRuntime().exit(1);
        }
    }

    private Place open(Open m) {
        Plugin.Offered o = plugin.offered(m.getRoutine());
        if (o == null) {
            return new Place("the plugin has no routine \"" + m.getRoutine() + "\", it offers " + plugin.names());
        }
        if (!o.kind.name().equals(m.getKind())) {
            return new Place(m.getRoutine() + " is a " + o.kind + " and cannot be called as " + m.getKind());
        }
        return new Place(m, o.routine, o.kind.results);
    }

    private Done call(Usersub.Call m) {
        Place p = places.get(m.getHandle());
        if (p == null) {
            return failed(Cause.UNUSABLE, "the handle " + m.getHandle() + " was never opened", "");
        }
        if (p.broken != null) {
            return failed(Cause.UNUSABLE, p.broken, "");
        }
        if (p.busy) {
            return failed(Cause.UNUSABLE, "the routine was called while it is running", "");
        }
        if (!p.take(m)) {
            return failed(Cause.UNUSABLE, "the arguments of a call do not fit", "");
        }
        p.busy = true;
        try {
            return done(p.routine.call(new Call(p, this)), p.results);
        } catch (Throwable e) { // an error of this call; the plugin lives on
            StringWriter stack = new StringWriter();
            e.printStackTrace(new PrintWriter(stack));
            return failed(Cause.EXCEPTION, e.toString(), stack.toString());
        } finally {
            p.busy = false;
        }
    }

    private static Done done(double[] results, int n) {
        if (results == null || results.length != n) {
            return failed(Cause.BAD_RETURN, "it returned " + (results == null ? "null" : results.length + " numbers")
                    + ", its kind has " + n, "");
        }
        Done.Builder d = Done.newBuilder();
        for (double r : results) d.addReals(r);
        return d.build();
    }

    private static Done failed(Cause cause, String message, String detail) {
        return Done.newBuilder().setFailure(
                Failure.newBuilder().setCause(cause).setMessage(message).setDetail(detail)).build();
    }
}
