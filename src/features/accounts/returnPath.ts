const DEFAULT_PATH = '/portal'

/** Browsers read `//host` and `/\host` as another site, and drop control characters before they look. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the rule is about
const OWN_PATH = /^\/(?![/\\])[^\u0000-\u001f\u007f]*$/

export const isOwnPath = (from: unknown): from is string => typeof from === 'string' && OWN_PATH.test(from)

/** Where to go after signing in: the requested page if it is on this site, else the portal. */
export const returnPath = (from: unknown) => (isOwnPath(from) ? from : DEFAULT_PATH)
