import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/accessibility.ts'
import { expect, test } from './support/app.ts'
import { followAddress, open, reopen, untilRequestsSeen } from './support/open.ts'
import { signIn } from './support/signIn.ts'

/** The script of a page that the application shows: other public pages come without it. */
const GET_STARTED = /\/assets\/get-started-[^/]+\.js/
const SERVER_FUNCTIONS = '**/_serverFn/**'

test('an unknown URL is a 404 page with links back and to the home page', async ({ page }) => {
  await open(page, '/pricing')
  const answer = await open(page, '/no-such-page')

  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Not found!' })).toBeVisible()
  await expect(
    page.getByText("Sorry, the page you are looking for has moved or doesn't exist.", { exact: true }),
  ).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page).toHaveURL(/\/pricing$/)

  await open(page, '/no-such-page')
  await page.getByRole('button', { name: 'Go to home page' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1, name: /made easy/ })).toBeVisible()
})

test('an unknown URL offers help, and in the same layout the portal to an agent, as an unknown listing does', async ({
  page,
  context,
  app,
}) => {
  const heading = page.getByRole('heading', { name: 'Not found!' })
  await open(page, '/no-such-page')
  const place = await heading.boundingBox()
  await expect(page.getByRole('link', { name: 'Open portal' })).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()

  await signIn(context, app)
  await open(page, '/portal')
  await open(page, '/no-such-page')
  await expect(page.getByRole('link', { name: 'Open portal' })).toBeVisible()
  expect(await heading.boundingBox()).toEqual(place)
  await expectNoViolations(page)

  const listing = await open(page, '/listings/missing')
  expect(listing?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Listing not found' })).toBeVisible()
  await expect(page.getByText('Please check the URL and try again.', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Open portal' }).click()
  await expect(page).toHaveURL(/\/portal$/)
})

test('an unknown URL in the portal keeps the navigation', async ({ page, context, app }) => {
  await signIn(context, app)
  const answer = await open(page, '/portal/no-such-page')

  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Not found!' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Leads' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
})

test('a listing that cannot be loaded shows an error, not “not found”', async ({ page }) => {
  await open(page, '/login')
  await page.route(SERVER_FUNCTIONS, (route) => route.fulfill({ status: 500, json: { message: 'down' } }))
  await followAddress(page, '/listings/any')

  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong!' })).toBeVisible()
  await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()
  await page.unroute(SERVER_FUNCTIONS)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Listing not found' })).toBeVisible()
})

test('a script that fails to load makes the page reload exactly once, and then shows the error on request', async ({
  page,
}) => {
  await open(page, '/login')
  await page.route(GET_STARTED, (route) => route.abort())
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  const message = page.getByText(/Failed to fetch dynamically imported module/)

  await openGetStartedAndReload(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong!' })).toBeVisible()
  await expect(message).toBeHidden()
  await page.getByRole('button', { name: 'Show Error' }).click()
  await untilRequestsSeen(page)
  expect(documents).toEqual(['/get-started'])

  await test.step('without internal details', async () => {
    await expect(message).toBeVisible()
    await expect(message).not.toContainText(/\n\s+at /)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Hide Error' }).click()
    await expect(message).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  await test.step('when the layout fails too, the fallback screen names the error', async () => {
    await page.route(SERVER_FUNCTIONS, (route) => route.abort())
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong!' })).toBeVisible()
    await expect(page.getByText('Error: TypeError', { exact: true })).toBeVisible()
    await expectNoViolations(page)
  })

  await page.unroute(GET_STARTED)
  await page.unroute(SERVER_FUNCTIONS)
  await reopen(page)
  await expect(page.getByRole('heading', { level: 1, name: /free trial/i })).toBeVisible()
})

test('a script that loads after the reload leaves no error message', async ({ page }) => {
  await open(page, '/login')
  await page.route(GET_STARTED, (route) => route.abort())
  page.on('request', async (request) => {
    if (request.isNavigationRequest()) await page.unroute(GET_STARTED)
  })

  await openGetStartedAndReload(page)
  await expect(page.getByRole('heading', { level: 1, name: /free trial/i })).toBeVisible()
  await expect(page.getByText('Something went wrong!')).toBeHidden()
})

test('the fallback screen explains a NotFoundError', async ({ page }) => {
  await breakGetStarted(page)
  const missing = await page.context().newPage()
  await open(missing, '/login')
  const [answer] = await Promise.all([
    missing.waitForResponse(SERVER_FUNCTIONS),
    followAddress(missing, '/listings/no'),
  ])
  const body = await answer.body()
  await page.route(SERVER_FUNCTIONS, (route) => route.fulfill({ status: 404, headers: answer.headers(), body }))
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Listing not found' })).toBeVisible()
  await expect(page.getByText('Please check the URL and try again.', { exact: true })).toBeVisible()
  await page.unroute(SERVER_FUNCTIONS)
  await page.getByRole('link', { name: 'Go to home page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /made easy/ })).toBeVisible()
})

/** The error shows for a moment before the page reloads. */
async function openGetStartedAndReload(page: Page) {
  const reloaded = page.waitForEvent('load')
  await followAddress(page, '/get-started')
  await reloaded
}

async function breakGetStarted(page: Page) {
  await open(page, '/login')
  await page.route(GET_STARTED, (route) => route.abort())
  await openGetStartedAndReload(page)
  await expect(page.getByRole('button', { name: 'Show Error' })).toBeVisible()
}
