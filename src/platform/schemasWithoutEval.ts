import * as z from 'zod/mini'

/** Where it may, Zod compiles schemas to code. Our content security policy forbids that, and counts the very question. */
if (!import.meta.env.SSR) z.config({ jitless: true })
