import { expect, test } from 'vitest'
import { createAgent, PASSWORD } from '../../../../../test/fixtures/agents.ts'
import { call } from '../../../../../test/support/call.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'

const parts = useDeployedApp({ APP_URL: 'https://files.example.nz' })

test('threat 9: on https the cookies have the __Host- prefix and the Secure attribute', async () => {
  const agent = await createAgent(parts.database.db)
  const { headers, status } = await call(parts.url, 'login', {
    method: 'POST',
    data: { email: agent.email, password: PASSWORD },
  })
  expect(status).toBe(200)
  const cookies = headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual(['__Host-device', '__Host-session'])
  for (const cookie of cookies) {
    expect(cookie).toContain('; Secure')
    expect(cookie).toContain('; HttpOnly')
    expect(cookie).toContain('; SameSite=Lax')
    expect(cookie).toContain('; Path=/')
    expect(cookie).not.toContain('Domain')
  }
  expect(headers.get('strict-transport-security')).toContain('max-age=')
})
