import { pino } from 'pino'

/** Personal data and secrets by name: whatever is logged under these keys is replaced. */
const PRIVATE_KEYS = new Set([
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'email',
  'phone',
  'firstName',
  'lastName',
  'note',
  'ip',
  'name',
  'to',
])
/** Under these keys a log entry may hold visitors' input. */
const SENT_KEYS = new Set(['data', 'input'])

export type Log = ReturnType<typeof createLog>

interface LogOptions {
  level: string
  pretty?: boolean
  /** Whether several processes write to the same output. */
  isShared?: boolean
  destination?: { write(line: string): void }
}

export function createLog(options: LogOptions) {
  return pino(
    {
      level: options.level,
      base: options.isShared ? { pid: process.pid } : undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactEntry },
      serializers: { err: describeError },
      ...(options.pretty && { transport: { target: 'pino-pretty', options: { colorize: true, singleLine: true } } }),
    },
    ...((options.destination ? [options.destination] : options.pretty ? [] : [standardOutput(options)]) as []),
  )
}

/** What a pipe takes in one piece (PIPE_BUF): longer writes could be torn by those of another process. */
const MAX_SHARED_WRITE_BYTES = 4096

/** Asynchronous: lines that arrive during a write are written together. */
const standardOutput = ({ isShared }: LogOptions) =>
  pino.destination({ dest: 1, sync: false, ...(isShared && { maxWrite: MAX_SHARED_WRITE_BYTES }) })

/** Looks only where private data can be: pino's own `redact` option is far slower. */
function redactEntry(entry: Record<string, unknown>, isInner = false): Record<string, unknown> {
  let redacted = entry
  for (const [key, value] of Object.entries(entry)) {
    if (!isPlainObject(value)) continue
    const clean = SENT_KEYS.has(key) ? redactSent(value) : isInner ? value : redactEntry(value, true)
    if (clean !== value) redacted = { ...redacted, [key]: clean }
  }
  return redacted
}

const redactSent = (sent: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, PRIVATE_KEYS.has(key) ? '[redacted]' : value]))

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Sends the output of libraries that print, such as React and Start, through the log, redacted. */
export function captureConsole(log: Log) {
  for (const [method, level] of [
    ['error', 'error'],
    ['warn', 'warn'],
    ['info', 'info'],
    ['log', 'info'],
    ['debug', 'debug'],
  ] as const)
    console[method] = (...args: unknown[]) => {
      const err = args.find((arg) => arg instanceof Error)
      // Caused by a visitor, and logged with the request.
      if (err?.message.startsWith('Server function info not found')) return
      const text = args.filter((arg) => typeof arg === 'string').join(' ')
      log[level]({ ...(err && { err }) }, redactText(text) || 'console')
    }
}

/** Database errors have the row's values in `detail` and `where`, so only fields without data are kept. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, routine, constraint, table } = error as Error & Record<string, unknown>
  return {
    type: error.name,
    // The message quotes the input, which may be personal.
    message: error.name === 'SyntaxError' ? 'not readable' : redactText(error.message),
    ...(code !== undefined && { code }),
    ...(routine !== undefined && { routine }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    stack: redactText(framesOf(error)),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

const EMAIL = /[^\s@"'<>()]+@[^\s@"'<>()]+\.[a-z]{2,}/gi
const DRIZZLE_PARAMS = /\nparams: .*/gs

export const redactText = (text: string) =>
  text.replace(DRIZZLE_PARAMS, '\nparams: [redacted]').replace(EMAIL, '[email]')

/** The next part of these paths is a secret, or says by which link a visitor came. */
const SECRET_PATHS = /^\/(reset-password|confirm-checkout|recovery|login\/link|unsubscribe|thank-you|l|calendar)\/.+/i
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
