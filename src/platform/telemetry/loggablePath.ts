/** The next part of these paths is a secret, or says by which link a visitor came. */
const SECRET_PATHS = /^\/(reset-password|confirm-checkout|unsubscribe|thank-you|l)\/.+/i
const CALL_PATH = /^\/_serverFn\/\w{1,60}$/
/** Matches our own words and ids, but not email addresses, names, numbers or keys. */
const PLAIN_SEGMENT = /^(?!.*\d\.\d+\.\d+\.\d)(?=.*[a-z]|\d{1,4}$)[a-z\d._-]{1,80}$/

/** A path for the log, without parts that may be personal or secret. Queries are never logged. */
export const loggablePath = (pathname: string) =>
  CALL_PATH.test(pathname)
    ? pathname
    : pathname
        .slice(0, 200)
        .replace(SECRET_PATHS, '/$1/…')
        .split('/')
        .map((part) => (part === '' || PLAIN_SEGMENT.test(part) ? part : '…'))
        .join('/')
