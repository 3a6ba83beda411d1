import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import ICAL from 'ical.js'
import { listing, openHome } from '../../src/db/schema/listings.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createListing, createPublishedListing } from '../../test/fixtures/listings.ts'
import { createMessage } from '../../test/fixtures/messages.ts'
import { createOpenHome } from '../../test/fixtures/openHomes.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { open } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'

/** Accessibility checks take a while on a busy computer. */
test.describe.configure({ timeout: 120_000 })

const nextYear = new Date().getFullYear() + 1
const monday = new Date(Date.UTC(nextYear, 1, 1))
while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() + 1)
/** On the clock in Auckland, which is 13 hours ahead in February. */
const at = (day: number, hour: number) => new Date(monday.getTime() + (day * 24 + hour - 13) * 3_600_000)
const week = monday.toISOString().slice(0, 10)

test('an agent sees a conflict in the week, moves an open home with mouse and keyboard, and subscribes to the calendar', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const villa = await createPublishedListing(app.db, {
    ...{ agent, title: 'Sunny villa', saleMethod: 'auction' },
    saleAt: at(5, 15),
  })
  const cottage = await createPublishedListing(app.db, {
    ...{ agent, title: 'Old cottage', saleMethod: 'tender' },
    saleAt: at(4, 16),
  })
  await createOpenHome(app.db, { listingId: villa.id, startsAt: at(5, 11), endsAt: at(5, 11.5) })
  const visit = await createOpenHome(app.db, { listingId: cottage.id, startsAt: at(5, 15.5), endsAt: at(5, 16) })
  const lead = await createLead(app.db, {
    listingId: villa.id,
    nextAction: 'Call about finance',
    nextActionAt: at(1, 9),
  })
  const startsAt = async () => {
    const [found] = await app.db.select().from(openHome).where(eq(openHome.id, visit.id))
    return found?.startsAt
  }
  const { page } = await enterPortal(context, app, agent.email)
  await page.setViewportSize({ width: 1440, height: 900 })

  await open(page, `/portal/calendar?week=${week}`)
  const conflict = page.getByRole('region', { name: 'Two dates clash' })
  await expect(conflict).toContainText('overlaps the open home at Old cottage')
  await expect(page.getByRole('button', { name: /Tender closes/ })).toBeVisible()
  const saturday = page.getByRole('region', { name: /^Saturday/ })
  const block = page.locator(`[data-event="${visit.id}"]`)
  await expect(saturday.locator(`[data-event="${visit.id}"]`)).toContainText('Overlap')
  await expectAccessible(page, { dark: true })

  // By mouse to two and a half hours earlier: 18 pixels are a quarter of an hour.
  const from = await block.boundingBox()
  if (!from) throw new Error('The open home is not in the grid.')
  const [x, y] = [from.x + 12, from.y + 12]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 90, { steps: 4 })
  await page.mouse.move(x, y - 182, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText('Open home at Old cottage is now Saturday 1:00 pm')).toBeVisible()
  await expect.poll(startsAt).toEqual(at(5, 13))
  await expect(conflict).toBeHidden()
  const tellBuyers = page.getByRole('link', { name: 'Tell buyers' })
  const about = `kind=open_home&openHome=${visit.id}`
  await expect(tellBuyers).toHaveAttribute('href', `/portal/listings/${cottage.id}/messages/new?${about}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(startsAt).toEqual(at(5, 15.5))
  await expect(conflict).toBeVisible()
  await expect(tellBuyers).toBeHidden()

  // By keyboard to another day.
  await block.focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Open home' })
  await expect(details).toContainText('Overlaps the auction at Sunny villa')
  const visitors = details.getByRole('link', { name: 'Visitors' })
  await expect(visitors).toHaveAttribute('href', `/portal/listings/${cottage.id}/open-homes/${visit.id}`)
  await expectNoViolations(page, { part: details })
  await details.getByRole('button', { name: 'Move' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move open home' })
  const sunday = at(6, 14)
  await dialog
    .getByLabel('New time')
    .fill(`${new Date(monday.getTime() + 6 * 86_400_000).toISOString().slice(0, 10)}T14:00`)
  await dialog.getByLabel('New time').press('Enter')
  await expect.poll(startsAt).toEqual(sunday)
  await expect(page.getByRole('region', { name: /^Sunday/ }).locator(`[data-event="${visit.id}"]`)).toBeVisible()
  await expect(conflict).toBeHidden()

  // Someone else has saved since: nothing is overwritten.
  await block.click()
  await details.getByRole('button', { name: 'Move' }).click()
  await dialog.getByLabel('New time').fill(`${week}T10:00`)
  await app.db.update(listing).set({ version: 9 }).where(eq(listing.id, cottage.id))
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('This was changed elsewhere since you opened it.')).toBeVisible()
  expect(await startsAt()).toEqual(sunday)
  await expect(page.getByRole('region', { name: /^Sunday/ }).locator(`[data-event="${visit.id}"]`)).toBeVisible()

  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Nothing planned this week' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(block).toBeVisible()
  await page.keyboard.press('t')
  await expect(page).toHaveURL(/\/portal\/calendar$/)

  await page.getByRole('button', { name: 'Subscribe' }).click()
  const subscribe = page.getByRole('dialog', { name: 'Show in your own calendar' })
  await subscribe.getByRole('button', { name: 'Create private link' }).click()
  const url = await subscribe.getByLabel('Private link').inputValue()
  await expectNoViolations(page, { part: subscribe })
  const feed = await fetch(url)
  expect(feed.headers.get('cache-control')).toBe('private, no-store')
  const events = new ICAL.Component(ICAL.parse(await feed.text())).getAllSubcomponents('vevent')
  expect(events).toHaveLength(5)
  await subscribe.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('button', { name: 'Revoke link' }).last().click()
  await expect(subscribe.getByRole('button', { name: 'Create private link' })).toBeVisible()
  expect((await fetch(url)).status).toBe(404)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { name: 'Nothing planned this week' })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Calendar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await open(page, `/portal/calendar?week=${week}`)
  const agenda = page.getByRole('region', { name: /^Tuesday/ })
  await expect(agenda).toContainText('9:00 am')
  await expectNoViolations(page)
  await agenda.getByRole('link', { name: 'Call about finance: Mere Walker' }).click()
  await expect(page).toHaveURL(new RegExp(`lead=${lead.id}`))
})

test('an agent adds an open home from an empty slot and on a phone, and learns what buyers were told', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const villa = await createPublishedListing(app.db, { agent, title: 'Sunny villa' })
  const draft = await createListing(app.db, { agent, title: 'Old cottage' })
  const visit = await createOpenHome(app.db, { listingId: villa.id, startsAt: at(5, 11), endsAt: at(5, 11.5) })
  const visits = () =>
    app.db
      .select()
      .from(openHome)
      .where(and(inArray(openHome.listingId, [villa.id, draft.id]), isNull(openHome.cancelledAt)))
      .orderBy(asc(openHome.startsAt))
  const { page } = await enterPortal(context, app, agent.email)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, `/portal/calendar?week=${week}`)
  const notice = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Close' }) })

  await test.step('a click between two lines of the grid', async () => {
    const block = await page.locator(`[data-event="${visit.id}"]`).boundingBox()
    if (!block) throw new Error('The open home is not in the grid.')
    // Three hours later, and a little below the line.
    await page.mouse.move(block.x + 40, block.y + 3 * 72 + 10)
    await page.mouse.click(block.x + 40, block.y + 3 * 72 + 10)
  })
  const dialog = page.getByRole('dialog', { name: 'Add open home' })
  const saturday = new Date(monday.getTime() + 5 * 86_400_000).toISOString().slice(0, 10)

  await test.step('a time at which the listing has one already is refused, and nothing is lost', async () => {
    await expect(dialog.getByLabel('Starts')).toHaveValue(`${saturday}T14:00`)
    await dialog.getByRole('button', { name: 'Add open home' }).click()
    await expect(dialog.getByText('Please choose a listing')).toBeVisible()
    await dialog.getByLabel('Listing').click()
    await page.getByRole('option', { name: 'Sunny villa' }).click()
    await dialog.getByLabel('Starts').fill(`${saturday}T11:15`)
    await dialog.getByRole('button', { name: 'Add open home' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This listing already has an open home then')
    await expectNoViolations(page, { part: dialog })
    await dialog.getByLabel('Starts').fill(`${saturday}T14:00`)
    await dialog.getByLabel('Length').selectOption('45 minutes')
    await dialog.getByRole('button', { name: 'Add open home' }).click()
    await expect(notice).toContainText('Open home at Sunny villa added for Saturday 2:00 pm')
    await expect.poll(visits).toMatchObject([{}, { startsAt: at(5, 14), endsAt: at(5, 14.75) }])
    await expect(notice.getByRole('link', { name: 'Tell buyers' })).toHaveAttribute(
      'href',
      new RegExp(`^/portal/listings/${villa.id}/messages/new\\?kind=open_home&openHome=open_`),
    )
    await expect(page.getByRole('region', { name: /^Saturday/ }).locator('[data-event]')).toHaveCount(2)
  })

  await test.step('undo takes it back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(visits).toHaveLength(1)
    await expect(notice).toBeHidden()
    await expect(page.locator('[data-event]')).toHaveCount(1)
  })

  const move = async (wallTime: string) => {
    await page.locator(`[data-event="${visit.id}"]`).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByLabel('New time').fill(wallTime)
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  }
  await test.step('undoing a move of which buyers were told says so', async () => {
    await move(`${saturday}T13:00`)
    await expect(notice).toContainText('is now Saturday 1:00 pm')
    const startedAt = new Date()
    await createMessage(app.db, { listingId: villa.id, calendarEntry: visit.id, startedAt, finishedAt: startedAt })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(notice).toContainText('is back to Saturday 11:00 am, but buyers have been told another time')
    await expect(notice).toContainText('told buyers Saturday 1:00 pm')
    await expect(notice.getByRole('link', { name: 'Tell buyers' })).toBeVisible()
    await move(`${saturday}T13:00`)
    await expect(notice).toContainText('told buyers the old time')
  })

  await test.step('on a phone the button above adds one, and nobody is told of a draft', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Add open home' }).click()
    await dialog.getByLabel('Listing').click()
    await page.getByRole('option', { name: 'Old cottage' }).click()
    await dialog.getByLabel('Starts').fill(`${saturday}T16:00`)
    await dialog.getByRole('button', { name: 'Add open home' }).click()
    await expect(notice).toContainText('It’ll show the open home once it’s published')
    await expect(notice.getByRole('link', { name: 'Tell buyers' })).toBeHidden()
    await expect.poll(visits).toMatchObject([{}, { listingId: draft.id, startsAt: at(5, 16) }])
    await expectNoViolations(page)
  })
})
