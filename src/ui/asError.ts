/** Anything can be thrown; what was not an error becomes one. */
export const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
