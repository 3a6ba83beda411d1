/**
 * Zod compiles schemas to code where it can. Our content security policy forbids that and reports each attempt. Set on the
 * global object that Zod reads, because pages without a form do not load Zod.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
