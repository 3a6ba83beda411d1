import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServices } from '../../../test/support/services/services.ts'
import { insideStartRequest } from '../../../test/support/startRequest.ts'
import { html } from '../http/html.ts'
import { provideServices, type Services } from '../services.server.ts'
import { type DevelopmentPage, developmentPage, isDevelopmentPageOpen } from './developmentPage.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

interface PageRequest {
  page?: DevelopmentPage
  clientIp?: string
  headers?: Record<string, string>
  env?: Partial<Services['env']>
}
const localEnv = {
  APP_URL: 'http://localhost:3000',
  loopback: true,
  SMTP_URL: undefined,
  DATABASE_URL: undefined,
}

async function isOpen({
  page = 'mail',
  clientIp = '127.0.0.1',
  headers = { host: 'localhost:3000' },
  env,
}: PageRequest = {}) {
  provideServices({ ...opened.services, env: { ...opened.services.env, ...localEnv, ...env } })
  const request = new Request('http://localhost:3000/dev/mail', { headers })
  return (await insideStartRequest({ clientIp }, () => isDevelopmentPageOpen(page, request))).result
}

test('the development pages open on this computer', async () => {
  expect(await isOpen()).toBe(true)
  expect(await isOpen({ page: 'jobs' })).toBe(true)
})

test('each page needs the embedded service that it shows', async () => {
  const env = { SMTP_URL: 'smtp://mail.example.nz' }
  expect([await isOpen({ env }), await isOpen({ page: 'jobs', env })]).toEqual([false, true])
  const deployed = { DATABASE_URL: 'postgres://db.example.nz' }
  expect([await isOpen({ env: deployed }), await isOpen({ page: 'jobs', env: deployed })]).toEqual([true, false])
})

test('they do not open from another computer, under another host name or through a proxy', async () => {
  expect(await isOpen({ clientIp: '203.0.113.1' })).toBe(false)
  expect(await isOpen({ headers: { host: 'rebound.example' } })).toBe(false)
  expect(await isOpen({ headers: {} })).toBe(false)
  expect(await isOpen({ env: { loopback: false } })).toBe(false)
  expect(await isOpen({ env: { APP_URL: 'https://files.example.nz' } })).toBe(false)
  for (const header of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])
    expect(await isOpen({ headers: { host: 'localhost:3000', [header]: '127.0.0.1' } }), header).toBe(false)
})

test('a page shows its content, and may load and run nothing', async () => {
  const { result } = await insideStartRequest({ nonce: 'once' }, () => developmentPage('Emails', html`<p>Content</p>`))
  expect(result.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(result.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'nonce-once'",
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
  const text = await result.text()
  expect(text).toContain('<title>Emails · Property Files</title>')
  expect(text).toContain('<style nonce="once">')
  expect(text).toContain('<p>Content</p>')
})
