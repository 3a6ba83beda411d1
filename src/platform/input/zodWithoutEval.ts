/**
 * Where it may, Zod compiles schemas to code. Our content security policy forbids that, and counts the very question. Said in
 * the place where Zod looks, because pages without a form come without Zod.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
