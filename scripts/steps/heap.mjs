/**
 * V8 sizes its heap by the machine's memory and collects garbage late: under load that is 300 MB for an
 * application that needs 60. With these limits it is not measurably slower. See docs/decisions/0025.
 *
 * With a small young generation, a burst of requests makes short-lived objects look long-lived, and V8 would then allocate them as old
 * (pretenuring), where they keep whole requests alive, and a page costs twice as much until the next start.
 */
export const heapFlags = ['--max-semi-space-size=4', '--max-old-space-size=512', '--no-allocation-site-pretenuring']

/** By default glibc keeps a separate heap for each thread. */
export const heapSettings = { MALLOC_ARENA_MAX: '1' }
