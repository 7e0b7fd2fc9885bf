import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeMap;
import trammel.usersub.v1.Usersub.DescribeRequest;
import trammel.usersub.v1.Usersub.Description;
import trammel.usersub.v1.Usersub.FindRequest;
import trammel.usersub.v1.Usersub.Found;
import trammel.usersub.v1.Usersub.Missing;
import trammel.usersub.v1.Usersub.Offer;
import trammel.usersub.v1.Usersub.Parameter;
import trammel.usersub.v1.Usersub.ToHost;
import trammel.usersub.v1.Usersub.ToPlugin;

/** What a plugin is and offers, its handshake and its server. */
public final class Plugin {
    static final int PROTOCOL = 1;
    private static final String COOKIE = "a guide that holds a point to a curve";

    static final class Offered {
        final Kind kind;
        final Routine routine;

        Offered(Kind kind, Routine routine) {
            this.kind = kind;
            this.routine = routine;
        }
    }

    private final Description.Builder about = Description.newBuilder();
    private final Map<String, Offered> routines = new TreeMap<>();
    private Server server;

    public Plugin(String name, String version, String doc) {
        about.setName(name).setVersion(version).setDoc(doc).setProtocol(PROTOCOL);
    }

    /** Decks name an installed plugin VENDOR/NAME. */
    public Plugin vendor(String vendor) {
        about.setVendor(vendor);
        return this;
    }

    /** Adds a routine. Without parameters its USER(...) is not checked. */
    public Plugin routine(String name, Kind kind, String doc, Routine routine, Parameter... parameters) {
        about.addRoutines(Offer.newBuilder().setName(name).setKind(kind.name()).setDoc(doc)
                .addAllParameters(Arrays.asList(parameters)));
        routines.put(name, new Offered(kind, routine));
        return this;
    }

    Offered offered(String name) {
        return routines.get(name);
    }

    String names() {
        return String.join(", ", routines.keySet());
    }

    /** Serves the solver that started this program, until it leaves. */
    public void serve() throws Exception {
        if (!COOKIE.equals(System.getenv("TRAMMEL_PLUGIN"))) {
            System.err.println(about.getName() + " " + about.getVersion()
                    + ": a plugin for trammel, to be named in a deck by usrsub_plugin_name. " + about.getDoc());
            System.exit(1);
        }
        String spoken = System.getenv().getOrDefault("PLUGIN_PROTOCOL_VERSIONS", "" + PROTOCOL);
        if (!Arrays.asList(spoken.split(",")).contains("" + PROTOCOL)) {
            System.err.println("the solver speaks versions " + spoken + " of the protocol, this plugin " + PROTOCOL);
            System.exit(1);
        }
        Timer alone = new Timer(true);
        alone.schedule(new TimerTask() {
            @Override
            public void run() {
                Runtime.getRuntime().exit(1); // no solver ever came
            }
        }, 120_000);
        // Windows of a fixed size: gRPC would measure the connection by a ping after each message.
        server = NettyServerBuilder
                .forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .initialFlowControlWindow(1 << 20)
                .directExecutor()
                .addService(routines(alone)).addService(controller())
                .build().start();
        // The line of go-plugin: versions of the handshake and of the conversation, address, kind.
        System.out.println("1|" + PROTOCOL + "|tcp|127.0.0.1:" + server.getPort() + "|grpc");
        System.out.flush();
        System.setOut(System.err); // the solver's log
        server.awaitTermination();
    }

    /** The service of usersub.proto. Stubs made by protoc's plugin for Java would do as well. */
    private ServerServiceDefinition routines(Timer alone) {
        String service = "trammel.usersub.v1.Routines";
        return ServerServiceDefinition.builder(service)
                .addMethod(method(service, "Describe", MethodType.UNARY,
                        DescribeRequest.getDefaultInstance(), Description.getDefaultInstance()),
                        ServerCalls.asyncUnaryCall((DescribeRequest m, StreamObserver<Description> out) -> {
                            out.onNext(about.build());
                            out.onCompleted();
                        }))
                .addMethod(method(service, "Find", MethodType.UNARY,
                        FindRequest.getDefaultInstance(), Found.getDefaultInstance()),
                        ServerCalls.asyncUnaryCall((FindRequest m, StreamObserver<Found> out) -> {
                            out.onNext(Found.newBuilder().setMissing(
                                    Missing.newBuilder().setReason("the plugin executes no scripts")).build());
                            out.onCompleted();
                        }))
                .addMethod(method(service, "Connect", MethodType.BIDI_STREAMING,
                        ToPlugin.getDefaultInstance(), ToHost.getDefaultInstance()),
                        ServerCalls.asyncBidiStreamingCall((StreamObserver<ToHost> out) -> {
                            alone.cancel();
                            return new Conversation(this, out);
                        }))
                .build();
    }

    /** The service by which go-plugin ends a process in good order. Its Empty has no fields either. */
    private ServerServiceDefinition controller() {
        String service = "plugin.GRPCController";
        return ServerServiceDefinition.builder(service)
                .addMethod(method(service, "Shutdown", MethodType.UNARY,
                        Empty.getDefaultInstance(), Empty.getDefaultInstance()),
                        ServerCalls.asyncUnaryCall((Empty m, StreamObserver<Empty> out) -> {
                            out.onNext(m);
                            out.onCompleted();
                            server.shutdown();
                        }))
                .build();
    }

    private static <Q extends Message, R extends Message> MethodDescriptor<Q, R> method(
            String service, String name, MethodType type, Q request, R reply) {
        return MethodDescriptor.<Q, R>newBuilder().setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
                .setRequestMarshaller(ProtoUtils.marshaller(request))
                .setResponseMarshaller(ProtoUtils.marshaller(reply)).build();
    }
}
