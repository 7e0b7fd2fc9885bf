/* trammel_frames.h - messages in frames: bytes, pieces, shared memory and socket. Part of trammel_plugin.c; the
 * format stands in sdk/wire/FRAMES.md. Numbers are little endian, as the machines are that this is for. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "trammel_plugin.c is for little endian machines"
#endif

enum { HELLO = 1, DESCRIBE, DESCRIPTION, FIND, FOUND, OPEN, OPENED, CALL, DONE, ASK, ANSWER, NEXT, BYE, FAULT, SLOTS, SLOTTED, RUN, RAN };
enum { MORE = 1, SUMMED = 2 };                         /* flags of a message */
enum { PAGE = 4096, HEADER = 16, LONGEST = 64 << 20 }; /* bytes */
enum { TURN = 64, HOST_SLEEPS = 128, PLUGIN_SLEEPS = 192, UNDER_WAY = 256 };

/* The conversation. There is one in the life of the process. */
static struct {
    int sock, check;
    unsigned char *page;    /* shared memory, 0 over the socket */
    size_t most;            /* bytes of a piece */
    size_t area, slots;     /* where the area of slots begins in the memory, and its bytes, 0 without one */
    uint32_t seq;           /* of the newest message */
    unsigned char *out, *in; /* the message being written, header first; the payload that came */
    size_t out_n, out_room, in_n, in_room;
    unsigned char *piece;   /* room for a piece that comes over the socket */
} wire;

static void leave(int status); /* ends the process */

static void *allot(void *old, size_t bytes)
{
    void *p = realloc(old, bytes ? bytes : 1);
    if (!p) {
        fprintf(stderr, "out of memory: %zu bytes are not to be had\n", bytes);
        leave(1);
    }
    return p;
}

/* ---- writing ------------------------------------------------------------ */

static void put(const void *bytes, size_t n)
{
    if (wire.out_n + n + 8 > wire.out_room) {
        wire.out_room = 2 * (wire.out_n + n + 512);
        wire.out = (unsigned char *)allot(wire.out, wire.out_room);
    }
    if (n) memcpy(wire.out + wire.out_n, bytes, n);
    wire.out_n += n;
}

static void pad(void)
{
    static const char zeros[8] = {0};
    put(zeros, (8 - wire.out_n % 8) % 8);
}

static void put_u32(uint32_t v) { put(&v, 4); }
static void put_ints(const int *v, size_t n) { put(v, 4 * n), pad(); }
static void put_reals(const double *v, size_t n) { put(v, 8 * n); }

static void put_text(const char *text, size_t n)
{
    put_u32((uint32_t)n), put_u32(0), put(text, n), pad();
}

/* ---- reading ------------------------------------------------------------ */

/* What is left of a payload. bad is set when more is taken than there is. */
struct reader {
    const unsigned char *at, *end;
    int bad;
};

static const void *take(struct reader *r, uint64_t n)
{
    static const double zeros[2] = {0, 0};
    const void *p = r->at;
    if (r->bad || n > (uint64_t)(r->end - r->at)) {
        r->bad = 1;
        return zeros;
    }
    r->at += n;
    return p;
}

static uint32_t take_u32(struct reader *r)
{
    uint32_t v;
    memcpy(&v, take(r, 4), 4);
    return v;
}

static void take_zero(struct reader *r)
{
    if (take_u32(r)) r->bad = 1;
}

static const int *take_ints(struct reader *r, uint32_t n)
{
    const int *p = (const int *)take(r, 4 * (uint64_t)n);
    if (n % 2) take_zero(r);
    return p;
}

static const double *take_reals(struct reader *r, uint32_t n) { return (const double *)take(r, 8 * (uint64_t)n); }

static const char *take_text(struct reader *r, uint32_t *n)
{
    const char *p;
    uint64_t room;
    *n = take_u32(r);
    take_zero(r);
    room = ((uint64_t)*n + 7) / 8 * 8;
    p = (const char *)take(r, room);
    if (r->bad) *n = 0;
    for (; !r->bad && room > *n; room--)
        if (p[room - 1]) r->bad = 1;
    return p;
}

/* ---- checksum: CRC-32C, reflected --------------------------------------- */

static uint32_t checksum(const unsigned char *p, size_t n)
{
    static uint32_t table[256];
    uint32_t sum = 0xFFFFFFFFu;
    if (!table[1]) {
        int i, k;
        for (i = 255; i >= 0; i--) {
            uint32_t v = (uint32_t)i;
            for (k = 0; k < 8; k++) v = v & 1 ? v >> 1 ^ 0x82F63B78u : v >> 1;
            table[i] = v;
        }
    }
    while (n--) sum = table[(sum ^ *p++) & 255] ^ sum >> 8;
    return ~sum;
}

/* ---- the socket --------------------------------------------------------- */

/* gone reports whether the other end has closed the socket; bytes that nobody has read do not matter. */
static int gone(void)
{
    struct pollfd p;
    p.fd = wire.sock, p.events = 0, p.revents = 0; /* poll always reports a hang-up */
    return poll(&p, 1, 0) == 1;
}

/* The solver may end while a routine computes: then the system sends SIGIO. */
static void on_sigio(int sig)
{
    int saved = errno;
    (void)sig;
    if (gone()) _exit(1);
    errno = saved;
}

static void watch(void)
{
    struct sigaction a;
    int flags = fcntl(wire.sock, F_GETFL);
    memset(&a, 0, sizeof a);
    a.sa_handler = on_sigio;
    a.sa_flags = SA_RESTART;
    sigaction(SIGIO, &a, 0);
    fcntl(wire.sock, F_SETOWN, getpid());
    fcntl(wire.sock, F_SETFL, flags | O_ASYNC);
}

static void send_all(const unsigned char *p, size_t n)
{
    while (n) {
        ssize_t k = write(wire.sock, p, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) leave(1);
        p += k, n -= (size_t)k;
    }
}

static void receive_all(unsigned char *p, size_t n)
{
    while (n) {
        ssize_t k = read(wire.sock, p, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) leave(1); /* the solver is gone */
        p += k, n -= (size_t)k;
    }
}

/* ---- shared memory ------------------------------------------------------ */

static uint32_t *word(int at) { return (uint32_t *)(void *)(wire.page + at); }

static uint32_t turn(void) { return __atomic_load_n(word(TURN), __ATOMIC_ACQUIRE); }

/* count_call writes which of several calls is under way, so that the solver knows whose it was if this process ends. */
static void count_call(int n)
{
    if (wire.page) __atomic_store_n(word(UNDER_WAY), (uint32_t)n, __ATOMIC_RELEASE);
}

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* How long an end looks before it sleeps: longer than it takes to wake the other one (LOOK_NS), or one that sleeps makes the
 * other sleep, too. After ENOUGH looks in vain it looks at some messages only, chosen by their numbers, so that both ends try at the
 * same ones: at TRIED of every OFTEN, each time in vain of twice as many, up to SELDOM. */
enum { LOOK_NS = 150000, ENOUGH = 4, OFTEN = 64, TRIED = 4, SELDOM = 1024 };
static struct { unsigned vain; uint32_t every; } looks = {0, OFTEN};

static void missed(uint32_t last)
{
    if (++looks.vain > ENOUGH && last % looks.every == TRIED - 1 && looks.every < SELDOM) looks.every *= 2;
}

/* look looks for a while whether the turn has come, as long as that helps. */
static int look(uint32_t last)
{
    struct timespec from, now;
    long passed = 0;
    int i;
    for (i = 0; i < 64; i++)
        if (turn() != last) return 1;
    if (looks.vain >= ENOUGH && last % looks.every >= TRIED) return 0;
    clock_gettime(CLOCK_MONOTONIC, &from);
    while (passed <= LOOK_NS) {
        int come = 0;
        for (i = 0; i < 16 && !come; i++) relax(), come = turn() != last;
        clock_gettime(CLOCK_MONOTONIC, &now);
        passed = (now.tv_sec - from.tv_sec) * 1000000000L + now.tv_nsec - from.tv_nsec;
        if (!come) continue;
        /* After longer this end was stopped meanwhile: another one needed its processor. */
        if (passed < 2 * LOOK_NS) looks.vain = 0, looks.every = OFTEN;
        else missed(last);
        return 1;
    }
    missed(last);
    return 0;
}

/* await waits until the newest message is not the one with the number last. It sleeps on the socket, where a byte means
 * "look again" and the end of file that the solver is gone. */
static void await(uint32_t last)
{
    char bytes[64]; /* of several sleeps that were none */
    if (look(last)) return;
    /* An exchange, not a store: under qemu a store and a load of arm64 may change places. */
    __atomic_exchange_n(word(PLUGIN_SLEEPS), 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(word(TURN), __ATOMIC_SEQ_CST) == last) {
        ssize_t k = read(wire.sock, bytes, sizeof bytes);
        if (k > 0 || (k < 0 && errno == EINTR)) continue;
        if (turn() == last) leave(1); /* what was sent before the end is still read */
    }
    __atomic_store_n(word(PLUGIN_SLEEPS), 0, __ATOMIC_SEQ_CST);
}

static void pass_turn(uint32_t seq)
{
    __atomic_exchange_n(word(TURN), seq, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(word(HOST_SLEEPS), __ATOMIC_SEQ_CST)) send_all((const unsigned char *)"w", 1);
}

/* ---- messages ----------------------------------------------------------- */

static void begin_message(void) { wire.out_n = HEADER; }

/* send_piece sends n bytes at p, whose first HEADER bytes become the header. */
static void send_piece(unsigned char *p, size_t n, int kind, int flags)
{
    uint16_t head[2];
    uint32_t rest[3];
    head[0] = (uint16_t)kind, head[1] = (uint16_t)(flags | (wire.check ? SUMMED : 0));
    rest[0] = (uint32_t)(n - HEADER), rest[1] = wire.seq, rest[2] = 0;
    memcpy(p, head, 4), memcpy(p + 4, rest, 12);
    if (wire.check) rest[2] = checksum(p, n), memcpy(p + 12, &rest[2], 4);
    if (!wire.page || kind == HELLO) {
        send_all(p, n);
    } else {
        memcpy(wire.page + PAGE, p, n);
        pass_turn(wire.seq);
    }
}

/* fault reports to the solver what is wrong with its message, and ends the process. */
static void fault(const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    begin_message();
    put_text(text, strlen(text));
    wire.seq++;
    send_piece(wire.out, wire.out_n, FAULT, 0);
    fprintf(stderr, "a message of the solver makes no sense: %s\n", text);
    leave(1);
}

/* receive_piece waits for a piece, appends its payload to what came and returns its kind. */
static int receive_piece(int *more)
{
    const unsigned char *p;
    unsigned char head[HEADER];
    uint32_t field[3], length;
    uint16_t kind, flags;
    if (wire.page) {
        await(wire.seq);
        p = wire.page + PAGE;
        memcpy(head, p, HEADER);
    } else {
        receive_all(head, HEADER);
        p = wire.piece;
    }
    memcpy(&kind, head, 2), memcpy(&flags, head + 2, 2), memcpy(field, head + 4, 12);
    length = field[0];
    if (length % 8 || length > wire.most - HEADER) {
        wire.seq++;
        fault("its length is %u bytes, a multiple of 8 up to %zu is possible", length, wire.most - HEADER);
    }
    if (!wire.page) receive_all(wire.piece + HEADER, length);
    if (field[1] != ++wire.seq) fault("its number is %u, expected was %u", field[1], wire.seq);
    if (flags & ~(MORE | SUMMED)) fault("its flags are %#x", flags);
    if (wire.in_n + length > LONGEST) fault("it is longer than %d bytes", LONGEST);
    if (HEADER + wire.in_n + length > wire.in_room) {
        wire.in_room = 2 * (HEADER + wire.in_n + length);
        wire.in = (unsigned char *)allot(wire.in, wire.in_room);
    }
    memcpy(wire.in + wire.in_n, p + HEADER, length);
    if (flags & SUMMED) { /* of what was copied: header and payload one behind the other */
        unsigned char *copy = (unsigned char *)allot(0, HEADER + length);
        uint32_t sum;
        memcpy(copy, head, HEADER), memset(copy + 12, 0, 4);
        memcpy(copy + HEADER, wire.in + wire.in_n, length);
        sum = checksum(copy, HEADER + length);
        free(copy);
        if (sum != field[2]) fault("its checksum is %#x, its bytes give %#x", field[2], sum);
    } else if (wire.check) {
        fault("it has no checksum");
    }
    wire.in_n += length;
    *more = flags & MORE;
    return kind;
}

/* send_message sends what was written since begin_message, in pieces if it must. */
static void send_message(int kind)
{
    unsigned char *p = wire.out;
    size_t n = wire.out_n;
    for (; n > wire.most; p += wire.most - HEADER, n -= wire.most - HEADER) {
        int more;
        wire.seq++;
        send_piece(p, wire.most, kind, MORE);
        wire.in_n = 0;
        if (receive_piece(&more) != NEXT) fault("NEXT must come");
    }
    wire.seq++;
    send_piece(p, n, kind, 0);
}

/* receive_message waits for a message. The payload is good until the next one is received. */
static int receive_message(struct reader *r)
{
    int more, kind;
    wire.in_n = 0;
    kind = receive_piece(&more);
    while (more) {
        unsigned char next[HEADER];
        wire.seq++;
        send_piece(next, HEADER, NEXT, 0);
        if (receive_piece(&more) != kind) fault("a piece of another kind came");
    }
    r->at = wire.in, r->end = wire.in + wire.in_n, r->bad = 0;
    return kind;
}

/* take_offer takes the solver's offer and says hello. It returns what is wrong, or 0. */
static const char *take_offer(const char *offer)
{
    int mem = -1, n;
    long size = 0, slots = 0;
    uint32_t page[4];
    wire.sock = -1;
    if (strtol(offer, 0, 10) < 1) return "it begins with no version";
    while ((offer = strchr(offer, ' '))) {
        offer++;
        if (!strncmp(offer, "mem=", 4)) mem = atoi(offer + 4);
        if (!strncmp(offer, "sock=", 5)) wire.sock = atoi(offer + 5);
        if (!strncmp(offer, "size=", 5)) size = atol(offer + 5);
        if (!strncmp(offer, "check=", 6)) wire.check = atoi(offer + 6);
        if (!strncmp(offer, "slots=", 6)) slots = atol(offer + 6);
    }
    if (wire.sock < 0 || size < PAGE + 256 || size > LONGEST) return "it lacks a socket or a size";
    if (slots < 0 || slots > LONGEST) return "its area of slots is too long";
    if (fcntl(wire.sock, F_SETFD, FD_CLOEXEC)) return "its socket is not an open descriptor";
    if (mem >= 0) {
        void *p = mmap(0, (size_t)(size + slots), PROT_READ | PROT_WRITE, MAP_SHARED, mem, 0);
        close(mem);
        if (p != MAP_FAILED) {
            wire.page = (unsigned char *)p;
            wire.area = (size_t)size, wire.slots = (size_t)slots;
            memcpy(page, p, sizeof page);
            if (page[0] != 0x4D415254 || page[1] != 1 || page[2] != PAGE || page[3] > (uint32_t)size - PAGE)
                return "the shared memory has no control page";
        }
    }
    wire.most = ((size_t)size - PAGE) / 8 * 8;
    if (!wire.page) wire.piece = (unsigned char *)allot(0, wire.most);
    begin_message();
    put_u32(1), put_u32(wire.page ? 1 : 2), put_u32(1), put_u32((uint32_t)getpid());
    if (wire.slots) put_u32(1), put_u32(0);
    n = (int)wire.out_n;
    send_piece(wire.out, (size_t)n, HELLO, 0);
    return 0;
}
