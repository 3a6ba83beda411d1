import { pino } from 'pino'

/** Personal data and secrets by name: whatever is logged under these keys is replaced. */
const PRIVATE_KEYS = [
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
]

export type Log = ReturnType<typeof createLog>

export function createLog(options: { level: string; pretty?: boolean; destination?: { write(line: string): void } }) {
  return pino(
    {
      level: options.level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: PRIVATE_KEYS.flatMap((key) => [`data.${key}`, `*.data.${key}`, `input.${key}`]),
        censor: '[redacted]',
      },
      serializers: { err: describeError },
      ...(options.pretty && { transport: { target: 'pino-pretty', options: { colorize: true, singleLine: true } } }),
    },
    ...((options.destination ? [options.destination] : []) as []),
  )
}

/** Libraries that print (React and Start do) speak through the log as well, one line each and redacted. */
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
      const text = args.filter((arg) => typeof arg === 'string').join(' ')
      log[level]({ ...(err && { err }) }, redactText(text) || 'console')
    }
}

/** Database errors carry the row's values in `detail` and `parameters`; only what names the fault is kept. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, routine, constraint_name, table_name } = error as Error & Record<string, unknown>
  return {
    type: error.name,
    // What could not be read is quoted in the message, and it may be anything.
    message: error.name === 'SyntaxError' ? 'not readable' : redactText(error.message),
    ...(code !== undefined && { code }),
    ...(routine !== undefined && { routine }),
    ...(constraint_name !== undefined && { constraint: constraint_name }),
    ...(table_name !== undefined && { table: table_name }),
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
