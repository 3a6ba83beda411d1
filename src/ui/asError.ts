/** Anything can be thrown; what was not an error becomes one. */
export const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
