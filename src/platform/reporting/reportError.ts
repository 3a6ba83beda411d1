/** The one place where an error that nobody handled ends up. */
export function reportError(_error: unknown) {}
