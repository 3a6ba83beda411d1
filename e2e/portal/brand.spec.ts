import { eq } from 'drizzle-orm'
import { agency } from '../../src/db/schema/agencies.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { drawLogo } from '../../test/fixtures/content/logos.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { openPortal } from '../support/portal.ts'

test('a manager gives the agency a logo and a colour, is told of one that nobody could read, and of another’s change', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db, { profile: { agencyName: 'Harbour' } })
  const { page } = await openPortal(context, app, agent.email, '/portal/agency/brand')
  const browserErrors = await collectBrowserErrors(page)
  const email = page.getByRole('figure').filter({ hasText: 'The documents for 12 Rata Street' })
  const svg = {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  }
  await page.locator('input[type=file]').setInputFiles(svg)
  await expect(page.getByText('We can’t use SVG logos')).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo() })
  await expect(page.getByText('Logo saved.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible()

  await page.getByLabel('Colour', { exact: true }).fill('#ffd100')
  await expect(page.getByText('This colour is too light')).toBeVisible()
  await page.getByLabel('Colour', { exact: true }).fill('#1e4a86')
  await expect(page.getByText('This colour is too light')).toBeHidden()
  await page.getByLabel('At the end of emails').fill('Please read everything.')
  await expect(email).toContainText('Please read everything.')

  await app.db.update(agency).set({ legalLine: 'Licensed REAA 2008' }).where(eq(agency.id, agent.agencyId))
  await page.getByRole('button', { name: 'Save brand' }).click()
  const dialog = page.getByRole('dialog', { name: 'The brand was changed elsewhere' })
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(page.getByText('Brand saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const [stored] = await app.db.select().from(agency).where(eq(agency.id, agent.agencyId))
  expect(stored).toMatchObject({ name: 'Harbour', colour: '#1e4a86', emailText: 'Please read everything.' })
  // The browser reports the two calls that were refused.
  expect(browserErrors.filter((error) => !error.includes('/_serverFn/save'))).toEqual([])
  await expectAccessible(page)
})
