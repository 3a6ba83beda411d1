import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { audit } from '#db/schema/audit.ts'
import { createAgent, PASSWORD } from '../../../../../../test/fixtures/agents.ts'
import { call } from '../../../../../../test/support/call.ts'
import { startBuiltApp, TEST_SECRET } from '../../../../../../test/support/processes/app.ts'
import { useDeployedApp } from '../../../../../../test/support/processes/deployedApp.ts'

const parts = useDeployedApp()
const login = (url: string, email: string, password: string, headers: Record<string, string> = {}) =>
  call(url, 'login', { method: 'POST', data: { email, password }, headers })
const randomAddress = () => Array.from({ length: 4 }, () => Math.floor(Math.random() * 256)).join('.')

describe('guessing a password', () => {
  test('threat 53: is not helped by a restart in the middle', async () => {
    const agent = await createAgent(parts.database.db)
    const port = new URL(parts.url).port
    for (let i = 0; i < 10; i++) await login(parts.url, agent.email, 'guess')
    await parts.app.stop()
    // Written after the responses, but not lost: a clean stop waits for it.
    const [told] = await parts.database.db.select().from(audit).where(eq(audit.userId, agent.id))
    expect(told).toMatchObject({ action: 'sign_in_failed', times: 10 })
    parts.app = await startBuiltApp({
      PORT: port,
      APP_URL: parts.url,
      APP_SECRET: TEST_SECRET,
      DATABASE_URL: parts.database.url,
    })
    const answer = await login(parts.url, agent.email, PASSWORD)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('threat 52: is not helped by a hundred made-up addresses in headers', async () => {
    const agent = await createAgent(parts.database.db)
    const statuses: number[] = []
    for (let i = 0; i < 100; i++) {
      const address = randomAddress()
      const headers = { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` }
      statuses.push((await login(parts.url, agent.email, 'guess', headers)).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.slice(10).every((status) => status === 429)).toBe(true)
  })
})
