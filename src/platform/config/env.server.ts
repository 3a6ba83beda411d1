import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { findUrlProblem } from '#db/connectionUrl.server.ts'
import { type IdentityProvider, identityProviders } from '#values/identityProviders.ts'
import { isLoopbackHost } from '../http/ipAddresses.server.ts'
import type { AppSecret } from '../secrets/keyring.server.ts'

/**
 * The one place that reads the environment. A bad value ends the start with the variable's name and an
 * example; the value itself is never printed, because it may be a secret.
 */
export type Env = ReturnType<typeof parseEnv>

export type SettingsWithoutSecrets = Omit<Env, 'APP_SECRET' | 'APP_SECRET_PREVIOUS'>

/** What the application gets: a keyring in place of the secrets. */
export type ProcessEnv = SettingsWithoutSecrets & { APP_SECRET: AppSecret }

/** A URL has IPv6 addresses in brackets. */
const hostInUrl = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))
const databaseUrl = z.string().superRefine((value, context) => {
  const message = findUrlProblem(value)
  if (message) context.addIssue({ code: 'custom', message, params: { saysWhy: true } })
})
const origin = z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value)
const list = z.string().transform((value) => value.split(',').map((entry) => entry.trim()))
const secret = z.string().min(32)
const port = z.coerce.number().int().min(1).max(65_535)
const proxy = z.string().refine((entry) => {
  const [address = '', prefix, ...rest] = entry.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && rest.length === 0 && (prefix === undefined || (/^\d+$/.test(prefix) && +prefix <= bits))
})

/** As many as the connections of the embedded PostgreSQL are enough for. */
const MAX_WEB_PROCESSES = 8

/** Each makes checking a made-up signature take longer. */
const MAX_PREVIOUS_SECRETS = 5
const SECRET_EXAMPLE = '64 random hex digits, from: openssl rand -hex 32'
/** A passphrase of fewer characters could be guessed by someone who has the backup. */
const MIN_BACKUP_KEY_LENGTH = 16

/** Every variable with its schema, and the example that is shown for a bad value. */
const variables = {
  NODE_ENV: [z.enum(['production', 'development', 'test']).default('production'), 'production'],
  LOG_LEVEL: [z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'), 'info'],
  HOST: [z.string().min(1).default('127.0.0.1'), '127.0.0.1'],
  PORT: [port.default(3000), '3000'],
  DATA_DIR: [z.string().min(1).default('./data'), './data'],
  APP_URL: [url('http:', 'https:').optional(), 'https://files.example.nz'],
  APP_SECRET: [secret.optional(), SECRET_EXAMPLE],
  APP_SECRET_PREVIOUS: [list.pipe(z.array(secret).max(MAX_PREVIOUS_SECRETS)).optional(), SECRET_EXAMPLE],
  TRUSTED_PROXIES: [list.pipe(z.array(proxy)).optional(), '10.0.0.0/8,127.0.0.1'],
  DRAIN_SECONDS: [z.coerce.number().min(0).max(60).default(0), '5'],
  STALLED_SECONDS: [z.coerce.number().min(0.1).max(600).default(30), '30'],
  WEB_PROCESSES: [
    z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_WEB_PROCESSES)
      .default(() => Math.min(availableParallelism(), MAX_WEB_PROCESSES)),
    '2',
  ],
  WORKER: [z.enum(['on', 'off']).default('on'), 'off'],
  PAGE_MEMORY_MB: [z.coerce.number().int().min(0).max(10_000).default(64), '64'],
  SUPPORT_EMAIL: [z.email().optional(), 'help@example.nz'],
  LIVE_EXAMPLE: [
    z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .optional(),
    '12-rata-street-karori',
  ],
  DATABASE_URL: [databaseUrl.optional(), 'postgres://app:password@db.example.nz:5432/property_files'],
  DATABASE_POOL_URL: [databaseUrl.optional(), 'postgres://app:password@pgbouncer.example.nz:6432/property_files'],
  S3_BUCKET: [z.string().min(1).optional(), 'property-files'],
  S3_ENDPOINT: [url('http:', 'https:').optional(), 'https://s3.ap-southeast-2.amazonaws.com'],
  S3_REGION: [z.string().min(1).optional(), 'ap-southeast-2'],
  S3_ACCESS_KEY_ID: [z.string().min(1).optional(), 'AKIAEXAMPLE'],
  S3_SECRET_ACCESS_KEY: [z.string().min(1).optional(), 'the secret that belongs to S3_ACCESS_KEY_ID'],
  SMTP_URL: [url('smtp:', 'smtps:').optional(), 'smtps://user:password@smtp.example.nz:465'],
  MAIL_FROM: [
    z
      .string()
      .regex(/^[^<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/)
      .optional(),
    'Property Files <hello@example.nz>',
  ],
  INBOUND_DOMAIN: [
    z
      .string()
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/)
      .max(150)
      .optional(),
    'in.example.nz',
  ],
  INBOUND_HOST: [z.string().min(1).optional(), '0.0.0.0'],
  INBOUND_PORT: [port.optional(), '2525'],
  INBOUND_TLS_KEY_FILE: [z.string().min(1).optional(), '/etc/tls/in.example.nz.key'],
  INBOUND_TLS_CERT_FILE: [z.string().min(1).optional(), '/etc/tls/in.example.nz.crt'],
  STRIPE_SECRET_KEY: [
    z
      .string()
      .regex(/^(sk|rk)_/)
      .optional(),
    'sk_live_…',
  ],
  STRIPE_WEBHOOK_SECRET: [
    z
      .string()
      .regex(/^whsec_/)
      .optional(),
    'whsec_…',
  ],
  STRIPE_PRICE_IDS: [list.pipe(z.array(z.string().regex(/^price_/))).optional(), 'price_monthly,price_yearly'],
  TURNSTILE_SITE_KEY: [z.string().min(1).optional(), '0x4AAAAAAA…'],
  TURNSTILE_SECRET_KEY: [z.string().min(1).optional(), '0x4AAAAAAA…'],
  GOOGLE_CLIENT_ID: [z.string().min(1).optional(), '123456789-abc.apps.googleusercontent.com'],
  GOOGLE_CLIENT_SECRET: [z.string().min(1).optional(), 'the secret that belongs to GOOGLE_CLIENT_ID'],
  GOOGLE_ISSUER: [url('http:', 'https:').default('https://accounts.google.com'), 'https://accounts.google.com'],
  MICROSOFT_CLIENT_ID: [z.string().min(1).optional(), '00000000-0000-0000-0000-000000000000'],
  MICROSOFT_CLIENT_SECRET: [z.string().min(1).optional(), 'the value of a client secret of MICROSOFT_CLIENT_ID'],
  MICROSOFT_TENANT: [
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]*$/i)
      .default('common'),
    'organizations',
  ],
  MICROSOFT_ISSUER: [url('http:', 'https:').optional(), 'https://login.microsoftonline.com/common/v2.0'],
  POSTHOG_KEY: [z.string().regex(/^phc_/).optional(), 'phc_…'],
  POSTHOG_HOST: [url('http:', 'https:').default('https://us.i.posthog.com'), 'https://us.i.posthog.com'],
  METRICS_TOKEN: [z.string().min(16).optional(), '48 random hex digits, from: openssl rand -hex 24'],
  METRICS_PORT: [port.optional(), '9464'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [url('http:', 'https:').optional(), 'http://collector.example.nz:4318'],
  OTEL_EXPORTER_OTLP_HEADERS: [list.pipe(z.array(z.string().regex(/^[\w-]+=/))).optional(), 'x-api-key=secret'],
  OTEL_TRACES_SAMPLER_ARG: [z.coerce.number().min(0).max(1).default(1), '0.1'],
  OTEL_SERVICE_NAME: [z.string().min(1).default('property-files'), 'property-files'],
  SENTRY_DSN: [url('http:', 'https:').optional(), 'https://key@o1.ingest.sentry.io/1'],
  PUSH_SERVICES: [list.pipe(z.array(url('http:', 'https:'))).optional(), 'https://push.example.nz'],
  INTERNAL_TEST_ORIGINS: [list.pipe(z.array(origin)).optional(), 'http://127.0.0.1:4000'],
  BACKUP_FOLDER: [z.string().min(1).optional(), '/var/backups/property-files'],
  BACKUP_KEY: [z.string().min(MIN_BACKUP_KEY_LENGTH).optional(), '64 random hex digits, from: openssl rand -hex 32'],
  BACKUP_HOUR: [z.coerce.number().int().min(0).max(23).default(14), '14'],
  BACKUP_KEEP_DAYS: [z.coerce.number().int().min(1).max(1000).default(7), '7'],
  BACKUP_KEEP_WEEKS: [z.coerce.number().int().min(0).max(1000).default(4), '4'],
  GEOIP_DATABASE: [z.string().min(1).optional(), '/var/lib/geoip/city.mmdb'],
  GEO_HEADERS: [list.pipe(z.array(z.string().min(1)).length(3)).optional(), 'cf-ipcountry,cf-region,cf-ipcity'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Name = keyof typeof variables
type Values = { [N in Name]: z.infer<(typeof variables)[N][0]> }

/** Variables that make sense only together: one of them set means all of them are needed. */
const groups: Name[][] = [
  ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['INBOUND_TLS_KEY_FILE', 'INBOUND_TLS_CERT_FILE'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_IDS'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
]

/** What changes how another variable works. */
const companions: [Name, Name][] = [
  ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID'],
  ['MICROSOFT_TENANT', 'MICROSOFT_CLIENT_ID'],
  ['MICROSOFT_ISSUER', 'MICROSOFT_CLIENT_ID'],
]

export const variableNames = Object.keys(variables) as Name[]

export class InvalidEnvironmentError extends Error {
  override name = 'InvalidEnvironmentError'
}

export function parseEnv(source: Record<string, string | undefined>) {
  const problems: string[] = []
  const complain = (name: Name, what: string) =>
    problems.push(`${name} ${what}, for example: ${name}=${variables[name][1]}`)
  const given = (name: Name) => source[name] || undefined

  const values = Object.fromEntries(
    variableNames.map((name) => {
      const parsed = variables[name][0].safeParse(given(name))
      if (!parsed.success) complain(name, reasonIn(parsed.error) ?? 'is not valid')
      return [name, parsed.data]
    }),
  ) as Values

  const secrets = [values.APP_SECRET ?? [], values.APP_SECRET_PREVIOUS ?? []].flat()
  if (new Set(secrets).size < secrets.length) problems.push(SAME_SECRET_TWICE)

  for (const group of groups) {
    const present = group.filter(given)
    if (present.length === 0) continue
    for (const name of group) if (!given(name)) complain(name, `is missing (it goes with ${present[0]})`)
  }

  const loopback = isLoopbackHost(hostInUrl(values.HOST ?? ''))
  const deployed = Boolean(given('DATABASE_URL')) || !loopback
  if (deployed) {
    const reason = given('DATABASE_URL') ? 'DATABASE_URL is set' : 'HOST is reachable from outside'
    for (const name of ['APP_URL', 'APP_SECRET'] as const)
      if (!given(name)) complain(name, `is missing (required when ${reason})`)
  }
  if (given('DATABASE_POOL_URL') && !given('DATABASE_URL'))
    complain('DATABASE_URL', 'is missing (it goes with DATABASE_POOL_URL)')
  // An agency of a public installation could otherwise name addresses of its operator's network.
  const isOnThisComputer = isLoopbackHost(new URL(values.APP_URL ?? 'http://localhost').host)
  if (given('INTERNAL_TEST_ORIGINS') && !isOnThisComputer)
    complain('INTERNAL_TEST_ORIGINS', 'is only for tests and development (APP_URL is not on this computer)')
  // Without https, anyone on the way could say who signs in.
  for (const name of ['GOOGLE_ISSUER', 'MICROSOFT_ISSUER'] as const) {
    const { protocol, host } = new URL(values[name] ?? 'https://localhost')
    if (protocol === 'http:' && !(isOnThisComputer && isLoopbackHost(host)))
      complain(name, 'must start with https:// (http:// is for a provider on this computer, in tests and development)')
  }
  for (const [name, other] of companions)
    if (given(name) && !given(other)) complain(other, `is missing (it goes with ${name})`)
  if (given('BACKUP_FOLDER') && !given('BACKUP_KEY')) complain('BACKUP_KEY', 'is missing (it goes with BACKUP_FOLDER)')
  for (const name of ['INBOUND_HOST', 'INBOUND_PORT', 'INBOUND_TLS_KEY_FILE'] as const)
    if (given(name) && !given('INBOUND_DOMAIN')) complain('INBOUND_DOMAIN', `is missing (it goes with ${name})`)
  if (problems.length > 0) throw new InvalidEnvironmentError(problems.join('\n'))

  const appUrl = new URL(values.APP_URL ?? `http://localhost:${values.PORT}`).origin
  return {
    ...values,
    ...inboundDefaults(values, deployed),
    APP_URL: appUrl,
    loopback,
    deployed,
    secure: appUrl.startsWith('https:'),
  }
}

/** Most examples say enough. */
const reasonIn = ({ issues }: z.ZodError) =>
  issues.find((issue) => issue.code === 'custom' && issue.params?.saysWhy)?.message

/** Someone who meant to change it has not. */
export const SAME_SECRET_TWICE =
  'APP_SECRET_PREVIOUS has a secret that is also APP_SECRET, or is listed twice. It lists other secrets only: those from before a change.'

/** Where emails to listings arrive: on loopback unless configured, on a port of its own for each start. */
const inboundDefaults = ({ INBOUND_DOMAIN, INBOUND_HOST, INBOUND_PORT, HOST, PORT }: Values, deployed: boolean) => ({
  INBOUND_DOMAIN: INBOUND_DOMAIN ?? (deployed ? undefined : 'in.property-files.localhost'),
  INBOUND_HOST: INBOUND_HOST ?? HOST,
  INBOUND_PORT: INBOUND_PORT ?? (INBOUND_DOMAIN ? 2525 : Math.min(PORT + 25, 65_535)),
  /** Otherwise it is a convenience, and a port that is in use does not stop the start. */
  isInboundConfigured: INBOUND_DOMAIN !== undefined,
})

/** Exits with a readable message when a variable is missing or invalid. */
export const parseEnvOrExit = () => orExit(() => parseEnv(process.env))

export function orExit<Result>(read: () => Result) {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof InvalidEnvironmentError)) throw error
    process.stderr.write(`Property Files cannot start:\n  ${error.message.replaceAll('\n', '\n  ')}\n`)
    process.exit(1)
  }
}

/** The part of the configuration that the browser may know. */
export const readClientSettings = (settings: SettingsWithoutSecrets) => {
  const { APP_URL, POSTHOG_KEY, POSTHOG_HOST, SENTRY_DSN } = settings
  return {
    appUrl: APP_URL,
    postHog: POSTHOG_KEY ? { key: POSTHOG_KEY, host: POSTHOG_HOST } : null,
    sentry: SENTRY_DSN ? { dsn: SENTRY_DSN } : null,
    /** Whom agents can sign in with here. */
    identityProviders: identityProviders.filter((provider) => readIdentityProvider(settings, provider)),
  }
}

/** How a provider is reached. Undefined if this installation does not use it. */
export function readIdentityProvider(settings: SettingsWithoutSecrets, provider: IdentityProvider) {
  const { MICROSOFT_ISSUER, MICROSOFT_TENANT } = settings
  const { clientId, clientSecret, issuer } = {
    google: {
      clientId: settings.GOOGLE_CLIENT_ID,
      clientSecret: settings.GOOGLE_CLIENT_SECRET,
      issuer: settings.GOOGLE_ISSUER,
    },
    microsoft: {
      clientId: settings.MICROSOFT_CLIENT_ID,
      clientSecret: settings.MICROSOFT_CLIENT_SECRET,
      issuer: MICROSOFT_ISSUER ?? `https://login.microsoftonline.com/${MICROSOFT_TENANT}/v2.0`,
    },
  }[provider]
  return clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined
}
