/**
 * V8 sizes its heap by the machine's memory and lets garbage lie as long as there is room: under load that is 300 MB for an
 * application that needs 60. Asked to be tidy, it is not measurably slower. See docs/decisions/0025.
 *
 * In a small young generation a burst makes what is short-lived look long-lived, and V8 would from then on put it among the old
 * for good: there it holds on to whole requests with their bodies, and a page costs twice as much until the next start.
 */
export const heapFlags = ['--max-semi-space-size=1', '--max-old-space-size=512', '--no-allocation-site-pretenuring']

/** The C library would keep a heap of its own for each thread. */
export const heapSettings = { MALLOC_ARENA_MAX: '1' }
