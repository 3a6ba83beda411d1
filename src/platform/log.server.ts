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

/** Database errors carry the row's values in `detail` and `parameters`; only what names the fault is kept. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, routine, constraint_name, table_name } = error as Error & Record<string, unknown>
  return {
    type: error.name,
    message: redactText(error.message),
    ...(code !== undefined && { code }),
    ...(routine !== undefined && { routine }),
    ...(constraint_name !== undefined && { constraint: constraint_name }),
    ...(table_name !== undefined && { table: table_name }),
    stack: redactText(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

const EMAIL = /[^\s@"'<>()]+@[^\s@"'<>()]+\.[a-z]{2,}/gi
const DRIZZLE_PARAMS = /\nparams: .*/gs

export const redactText = (text: string) =>
  text.replace(DRIZZLE_PARAMS, '\nparams: [redacted]').replace(EMAIL, '[email]')
