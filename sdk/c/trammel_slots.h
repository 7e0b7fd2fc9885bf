/* trammel_slots.h - calls whose arguments lie at fixed places in shared memory: SLOTS and RUN of sdk/wire/FRAMES.md. Part of
 * trammel_plugin.c. */

/* through_slot goes through the arguments of a slot in their order, from byte at on: the inputs in it, or all outputs.
 * It copies inputs from the slot and outputs into it, if there is one, and returns where the next list begins. */
static size_t through_slot(const struct place *p, unsigned char *slot, uint64_t live, int out, size_t at)
{
    int type, i;
    for (type = INT; type <= REAL; type++) {
        for (i = 0; i < p->narg; i++) {
            const struct argument *a = &p->arg[i];
            size_t n = (type == INT ? 4 : 8) * (size_t)a->n;
            if (a->type != type || a->out != out || (!out && !(live >> i & 1))) continue;
            if (slot && out) memcpy(slot + at, a->data, n);
            if (slot && !out) memcpy(a->data, slot + at, n);
            at += n;
        }
        at = (at + 7) / 8 * 8;
    }
    return at;
}

/* slot_fits reports whether a slot has the layout that this end would give it. */
static int slot_fits(const struct place *p, uint64_t live, uint32_t length, uint32_t answers)
{
    int i;
    if (!p || answers != (uint32_t)p->nvalue || (p->narg < MOST_ARGS && live >> p->narg)) return 0;
    for (i = 0; i < p->narg; i++)
        if ((live >> i & 1) && (p->arg[i].out || p->arg[i].type == TEXT)) return 0;
    return length == through_slot(p, 0, 0, 1, through_slot(p, 0, live, 0, 8)) + 8 * (size_t)answers;
}

/* take_slots serves SLOTS. */
static void take_slots(struct reader *r)
{
    uint32_t n = take_u32(r), i;
    int *declined;
    take_zero(r);
    if (r->bad || n < 1 || n > (r->end - r->at) / 24) fault("SLOTS announces %u slots", n);
    declined = (int *)allot(0, n * sizeof *declined);
    for (i = 0; i < n; i++) {
        uint32_t handle = take_u32(r), at = take_u32(r), length = take_u32(r), answers = take_u32(r);
        struct place *p = find_place(handle);
        uint64_t live;
        memcpy(&live, take(r, 8), 8);
        if (at % 8 || (uint64_t)at + length > wire.slots) fault("the slot of handle %u is outside of the area", handle);
        declined[i] = !slot_fits(p, live, length, answers);
        if (declined[i]) continue;
        p->slot = wire.page + wire.area + at, p->live = live, p->slot_answers = (int)answers;
    }
    if (r->at != r->end) fault("SLOTS has %ld bytes too many", (long)(r->end - r->at));
    begin_message();
    put_u32(n), put_u32(0), put_ints(declined, n);
    free(declined);
    send_message(SLOTTED);
}

/* put_ran writes RAN: the calls that failed. */
static void put_ran(const struct calls *all)
{
    uint32_t failed = 0;
    int i;
    for (i = 0; i < all->n; i++) failed += all->call[i].status != 0;
    begin_message();
    put_u32((uint32_t)all->n), put_u32(failed);
    for (i = 0; i < all->n; i++) {
        const struct call *c = &all->call[i];
        if (!c->status) continue;
        put_u32((uint32_t)i), put_u32((uint32_t)c->status);
        put_text(c->message, strlen(c->message)), put_text("", 0);
    }
}

/* run_slot makes one call of a run, or says in c why it cannot be made. */
static void run_slot(struct calls *all, int index)
{
    struct call *c = &all->call[index];
    struct place *p = find_place(c->handle);
    size_t outputs;
    if (!p || p->busy || !p->slot || p->slot_answers != p->nvalue) {
        c->status = UNUSABLE;
        snprintf(c->message, sizeof c->message, !p ? "handle %u was never opened" : p->busy ? "handle %u was called while it was running"
                                                                                           : "handle %u has no slot for its queries", c->handle);
        return;
    }
    c->place = p, p->busy = 1;
    outputs = through_slot(p, p->slot, p->live, 0, 8);
    if (p->nvalue) memcpy(p->value, p->slot + through_slot(p, 0, 0, 1, outputs), 8 * (size_t)p->nvalue);
    run(all, index);
    p->busy = 0;
    if (c->status) return;
    through_slot(p, p->slot, 0, 1, outputs);
    memcpy(p->slot, &all->run, 4);
}

/* make_run serves RUN. */
static void make_run(struct reader *r)
{
    struct calls all;
    const int *handle;
    uint32_t n = take_u32(r);
    int i;
    all.run = take_u32(r);
    if (r->bad || n < 1 || n > (r->end - r->at) / 4) fault("RUN announces %u calls", n);
    handle = take_ints(r, n);
    if (r->bad || r->at != r->end) fault("RUN does not fit");
    all.n = (int)n, all.call = (struct call *)allot(0, n * sizeof *all.call);
    for (i = 0; i < all.n; i++) /* a query brings other messages */
        all.call[i].handle = (uint32_t)handle[i], all.call[i].place = 0, all.call[i].status = 0, all.call[i].message[0] = 0;
    for (i = 0; i < all.n; i++) run_slot(&all, i);
    put_ran(&all);
    free(all.call);
    send_message(RAN);
}
