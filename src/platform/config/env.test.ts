import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseEnv, readClientSettings, variableNames } from './env.server.ts'
import { projectRoot } from './projectRoot.server.ts'

const problemsOf = (source: Record<string, string>) => {
  try {
    parseEnv(source)
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('the environment', () => {
  test('needs no variables for a local start', () => {
    expect(parseEnv({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      DATA_DIR: './data',
      APP_URL: 'http://localhost:3000',
      WORKER: 'on',
      deployed: false,
      secure: false,
    })
  })

  test('has a web process for each processor, up to eight', () => {
    expect(parseEnv({}).WEB_PROCESSES).toBe(Math.min(availableParallelism(), 8))
    expect(parseEnv({ WEB_PROCESSES: '3' }).WEB_PROCESSES).toBe(3)
  })

  test('treats an empty value as unset', () => {
    expect(parseEnv({ PORT: '', SMTP_URL: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000, deployed: false })
  })

  test('receives emails to listings on this computer alone, on a port beside its own', () => {
    const inbound = { INBOUND_DOMAIN: 'in.property-files.localhost', INBOUND_HOST: '127.0.0.1' }
    expect(parseEnv({})).toMatchObject({ ...inbound, INBOUND_PORT: 3025, isInboundConfigured: false })
    expect(parseEnv({ PORT: '3100' })).toMatchObject({ ...inbound, INBOUND_PORT: 3125 })
  })

  test('of production receives emails to listings only with INBOUND_DOMAIN', () => {
    expect(parseEnv(production)).toMatchObject({ INBOUND_DOMAIN: undefined, isInboundConfigured: false })
    const INBOUND_DOMAIN = 'in.example.nz'
    expect(parseEnv({ ...production, INBOUND_DOMAIN })).toMatchObject({
      ...{ INBOUND_DOMAIN, INBOUND_HOST: '0.0.0.0', INBOUND_PORT: 2525, isInboundConfigured: true },
    })
    for (const name of ['INBOUND_HOST', 'INBOUND_PORT'])
      expect(problemsOf({ ...production, [name]: name === 'INBOUND_PORT' ? '25' : '0.0.0.0' })).toContain(
        `INBOUND_DOMAIN is missing (it goes with ${name})`,
      )
  })

  test('bases every link on the origin of APP_URL', () => {
    expect(parseEnv({ APP_URL: 'https://files.example.nz/some/path' })).toMatchObject({
      APP_URL: 'https://files.example.nz',
      secure: true,
    })
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['APP_URL', 'no-protocol.test'],
    ['APP_URL', 'ftp://wrong.test'],
    ['APP_SECRET', 'too-short'],
    ['APP_SECRET_PREVIOUS', 'too-short'],
    ['APP_SECRET_PREVIOUS', `${'x'.repeat(32)},too-short`],
    ['APP_SECRET_PREVIOUS', `${'x'.repeat(32)},`],
    ['APP_SECRET_PREVIOUS', ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(32)).join(',')],
    ['DATABASE_URL', 'mysql://x/y'],
    ['DATABASE_POOL_URL', 'http://pooler'],
    ['SMTP_URL', 'mail.example.nz'],
    ['MAIL_FROM', 'not an address'],
    ['STRIPE_SECRET_KEY', 'pk_live_wrong'],
    ['STRIPE_PRICE_IDS', 'fifty-dollars'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['POSTHOG_KEY', 'wrong'],
    ['SENTRY_DSN', 'wrong'],
    ['METRICS_TOKEN', 'guess-me'],
    ['METRICS_PORT', '0'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'no value'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['GEO_HEADERS', 'only-one'],
    ['WORKER', 'maybe'],
    ['WEB_PROCESSES', 'all'],
    ['WEB_PROCESSES', '0'],
    ['WEB_PROCESSES', '9'],
    ['WEB_PROCESSES', '1.5'],
    ['DRAIN_SECONDS', 'soon'],
    ['LOG_LEVEL', 'loud'],
    ['LIVE_EXAMPLE', '/listings/12-rata-street'],
    ['SUPPORT_EMAIL', 'Help <help@example.nz>'],
    ['INTERNAL_TEST_ORIGINS', 'crm.example.nz'],
    ['NODE_ENV', 'staging'],
  ])('refuses a bad %s with its name and an example, never its value', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toContain(`${name} is not valid, for example: ${name}=`)
    expect(problems).not.toContain(value)
  })

  test.each([
    'APP_URL',
    'APP_SECRET',
    'S3_BUCKET',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'SMTP_URL',
    'MAIL_FROM',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_IDS',
    'TURNSTILE_SITE_KEY',
    'TURNSTILE_SECRET_KEY',
  ])('of production without %s is refused with its name and an example, and no value', (missing) => {
    const { [missing]: _gone, ...others } = production
    const problems = problemsOf(others)
    expect(problems).toContain(`${missing} is missing`)
    expect(problems).toContain(`for example: ${missing}=`)
    expect(problems).not.toContain('hunter2')
  })

  test.each([
    ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['SMTP_URL', 'MAIL_FROM'],
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_IDS'],
    ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ])('wants %s and its companions together', (...group) => {
    for (const missing of group) {
      const others = group.filter((name) => name !== missing)
      const problems = problemsOf(Object.fromEntries(others.map((name) => [name, production[name] ?? ''])))
      expect(problems).toContain(`${missing} is missing`)
    }
  })

  test('takes secrets from before a change, but none twice', () => {
    const [one, other, third] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)]
    expect(parseEnv({ APP_SECRET: one, APP_SECRET_PREVIOUS: `${other}, ${third}` }).APP_SECRET_PREVIOUS).toEqual([
      other,
      third,
    ])
    for (const APP_SECRET_PREVIOUS of [one, `${other},${one}`, `${other},${other}`]) {
      const problems = problemsOf({ APP_SECRET: one, APP_SECRET_PREVIOUS })
      expect(problems).toContain('APP_SECRET_PREVIOUS has a secret that is also APP_SECRET, or is listed twice.')
      expect(problems).not.toContain('aaa')
    }
  })

  test('says what is wrong with a list of database servers, without the password', () => {
    const problems = problemsOf({ ...production, DATABASE_URL: 'postgres://app:hunter2@one,,two/property_files' })
    expect(problems).toContain('DATABASE_URL has a comma without a host beside it, for example: DATABASE_URL=')
    expect(problems).not.toContain('hunter2')
  })

  test('needs a direct database URL besides a pooler', () => {
    expect(problemsOf({ DATABASE_POOL_URL: production.DATABASE_POOL_URL ?? '' })).toContain('DATABASE_URL is missing')
  })

  test.each(['DATABASE_URL', 'HOST'])('needs APP_URL and APP_SECRET when %s points to another machine', (name) => {
    const outside = { DATABASE_URL: production.DATABASE_URL ?? '', HOST: '0.0.0.0' }
    const problems = problemsOf({ [name]: outside[name as keyof typeof outside] })
    expect(problems).toContain('APP_URL is missing')
    expect(problems).toContain('APP_SECRET is missing')
  })

  test('of a public installation lets webhooks and feeds reach no internal address', () => {
    const INTERNAL_TEST_ORIGINS = 'http://127.0.0.1:4000'
    expect(parseEnv({ INTERNAL_TEST_ORIGINS }).INTERNAL_TEST_ORIGINS).toEqual([INTERNAL_TEST_ORIGINS])
    expect(problemsOf({ INTERNAL_TEST_ORIGINS, APP_URL: 'https://files.example.nz' })).toContain(
      'INTERNAL_TEST_ORIGINS is only for tests and development',
    )
  })

  test('lets Google and Microsoft be reached over https only, except on this computer', () => {
    const own = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: 'http://127.0.0.1:4000' }
    expect(readClientSettings(parseEnv(own)).identityProviders).toEqual(['google'])
    const https = 'GOOGLE_ISSUER must start with https://'
    expect(problemsOf({ ...own, APP_URL: 'https://files.example.nz' })).toContain(https)
    expect(problemsOf({ ...own, GOOGLE_ISSUER: 'http://idp.example.nz' })).toContain(https)
    expect(readClientSettings(parseEnv({})).identityProviders).toEqual([])
  })

  test('names the settings that a tenant or an issuer goes with', () => {
    expect(problemsOf({ MICROSOFT_TENANT: 'organizations' })).toContain('MICROSOFT_CLIENT_ID is missing')
    expect(problemsOf({ GOOGLE_ISSUER: 'https://idp.example.nz' })).toContain('GOOGLE_CLIENT_ID is missing')
  })

  test('is complete in .env.example', () => {
    const example = readFileSync(join(projectRoot, '.env.example'), 'utf8')
    const listed = [...example.matchAll(/^#?\s?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(listed.sort()).toEqual([...variableNames].sort())
  })

  test('is read in one place', () => {
    const readers = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.gen\./.test(name))
      .filter((name) => readFileSync(join(projectRoot, 'src', name), 'utf8').includes('process.env'))
    expect(readers).toEqual(['platform/config/env.server.ts'])
  })

  test('of a full production set-up is accepted', () => {
    expect(parseEnv(production)).toMatchObject({ deployed: true, secure: true })
  })
})

const production: Record<string, string> = {
  HOST: '0.0.0.0',
  APP_URL: 'https://files.example.nz',
  APP_SECRET: 'x'.repeat(64),
  APP_SECRET_PREVIOUS: 'y'.repeat(64),
  DATABASE_URL: 'postgres://app:hunter2@db/property_files',
  DATABASE_POOL_URL: 'postgres://app:hunter2@pooler:6432/property_files',
  S3_BUCKET: 'files',
  S3_ENDPOINT: 'https://s3.example.nz',
  S3_REGION: 'nz',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hunter2-storage',
  SMTP_URL: 'smtps://user:hunter2@smtp.example.nz:465',
  MAIL_FROM: 'Property Files <hello@example.nz>',
  STRIPE_SECRET_KEY: 'sk_live_hunter2',
  STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
  STRIPE_PRICE_IDS: 'price_1,price_2',
  TURNSTILE_SITE_KEY: 'site',
  TURNSTILE_SECRET_KEY: 'hunter2-bot',
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'hunter2-google',
  MICROSOFT_CLIENT_ID: 'microsoft-client',
  MICROSOFT_CLIENT_SECRET: 'hunter2-microsoft',
}
