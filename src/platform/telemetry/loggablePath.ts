/** Tokens travel behind these. */
const SECRET_PATHS = /^\/(reset-password|confirm-checkout|thank-you)\/.+/i
const CALL_PATH = /^\/_serverFn\/\w{1,60}$/
/** Our own words and ids look like this; email addresses, names, numbers and keys that somebody puts into an address do not. */
const PLAIN_SEGMENT = /^(?!.*\d\.\d+\.\d+\.\d)(?=.*[a-z]|\d{1,4}$)[a-z\d._-]{1,80}$/

/** The log keeps the shape of an address, not what may be somebody's in it. Queries are never logged. */
export const loggablePath = (pathname: string) =>
  CALL_PATH.test(pathname)
    ? pathname
    : pathname
        .slice(0, 200)
        .replace(SECRET_PATHS, '/$1/…')
        .split('/')
        .map((part) => (part === '' || PLAIN_SEGMENT.test(part) ? part : '…'))
        .join('/')
