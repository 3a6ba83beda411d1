import { demoSignIn } from '../../src/seed/demoAgent.ts'
import { createAgent, PASSWORD } from '../../test/fixtures/agents.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { clearCookies, email, fillIn, password, signIn } from '../support/signIn.ts'

const LOGIN = '**/_serverFn/login'

test('after signing in, an agent returns to the page they requested', async ({ page }) => {
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/portal/analytics?range=7d')
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(email(page)).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.type(demoSignIn.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoSignIn.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/portal\/analytics\?range=7d$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('invalid input shows an error at its field before anything is sent, and a wrong password one in the form', async ({
  page,
}) => {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/_serverFn/login')) sent++
  })
  await open(page, '/login')
  await fillIn(page, 'mia@', 'x')
  await expect(email(page)).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(password(page)).toHaveAccessibleDescription('Please enter at least 2 characters')
  await expect(email(page)).toBeFocused()
  await expectAccessible(page)
  expect(sent).toBe(0)

  await fillIn(page, 'nobody@example.nz', 'not the password')
  await expect(page.getByRole('alert')).toHaveText('That email and password don’t match.')
  await expect(email(page)).toHaveValue('nobody@example.nz')
  await expect(password(page)).toHaveValue('not the password')
  await expect(password(page)).toBeFocused()
  await expect(page).toHaveURL(/\/login$/)
  await expectAccessible(page)
})

test('client-side navigation to the portal redirects a signed-out visitor to sign-in, who has to wait after too many attempts', async ({
  page,
  app,
}) => {
  const { email: address } = await createAgent(app.db)
  await open(page, '/login')
  await page.evaluate(() => history.pushState(null, '', '/portal/files?a=1'))
  await expect(page).toHaveURL(/\/login\?from=%2Fportal%2Ffiles%3Fa%3D1$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  for (let tries = 0; tries < 10; tries++) {
    const [answer] = await Promise.all([page.waitForResponse(LOGIN), fillIn(page, address, 'a guess')])
    expect(answer.status()).toBe(401)
  }
  await fillIn(page, address, PASSWORD)

  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Try again in 15 minutes.')
})

test('the form keeps what was typed while the server is unreachable, and is busy until the portal has loaded', async ({
  page,
}) => {
  await open(page, '/login')
  await page.getByRole('button', { name: 'Show password' }).press('Enter')
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'password')
  await page.route(LOGIN, (route) => route.abort())
  await fillIn(page, demoSignIn.email, demoSignIn.password)
  await expect(page.getByRole('alert')).toHaveText('We couldn’t reach the server. Check your connection and try again.')

  await page.unroute(LOGIN)
  const arrival = Promise.withResolvers<void>()
  await page.route(LOGIN, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await password(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
  arrival.resolve()
  await expect(page).toHaveURL(/\/portal$/)
})

test('threat 27: signing in leads to the portal when the page to return to is on another site', async ({ page }) => {
  for (const from of ['//evil.example', 'javascript:alert(1)'])
    await test.step(from, async () => {
      await clearCookies(page)
      await open(page, `/login?from=${from}`)
      await fillIn(page, demoSignIn.email, demoSignIn.password)
      await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/portal$/)
    })

  for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example', '/%09/evil.example']) {
    const answer = await page.request.get(`/login?from=${from}`, { maxRedirects: 0 })
    expect(answer.status()).toBe(307)
    expect(answer.headers().location).toBe('/portal')
  }
})

test('the sign-in page redirects a signed-in agent to the portal', async ({ page, context, app }) => {
  await signIn(context, app)
  const answer = await context.request.get('/login?from=/portal/leads', { maxRedirects: 0 })
  expect(answer.status()).toBe(307)
  expect(answer.headers().location).toBe('/portal/leads')

  await open(page, '/')
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(page).toHaveURL(/\/portal$/)
})

test('the account menu names the agent, and after signing out Back shows nothing private', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await open(page, '/portal')
  await page.getByRole('link', { name: 'Leads' }).first().click()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toContainText('Mia Fernbrook')
  await expect(page.getByRole('menu')).toContainText(demoSignIn.email)
  await expectAccessible(page, { part: page.getByRole('menu') })

  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await context.cookies()).toEqual([expect.objectContaining({ name: 'device' })])
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByRole('navigation', { name: 'Portal' })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('navigation', { name: 'Portal' })).toHaveCount(0)
})
