import { createAgent } from '../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { openPortal } from '../support/portal.ts'

test('an owner creates a key that is shown once and works until it is revoked, and finds every operation on the page for developers', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const { id } = await createPublishedListing(app.db, { agent })
  const { page } = await openPortal(context, app, agent.email, '/portal/agency/connections')
  const browserErrors = await collectBrowserErrors(page)
  await expect(page.getByText('No keys yet.')).toBeVisible()

  const crm = `crm-of-${agent.email}`
  const crmFormat = page.getByLabel(`Format for ${crm}`)
  await test.step('a CRM that reads email gets leads in the selected format', async () => {
    await page.getByLabel('Email address of your CRM').fill(crm)
    await page.getByLabel('Format', { exact: true }).selectOption('Property enquiry (Snug)')
    await page.getByRole('button', { name: 'Add address' }).click()
    await expect(crmFormat).toHaveValue('enquiry')
    await crmFormat.selectOption('Lead metadata (Follow Up Boss)')
    await expect(page.getByText(`${crm} gets leads as “Lead metadata (Follow Up Boss)”.`)).toBeVisible()
  })

  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  await expect(dialog.getByText('Please choose what the key may do')).toBeVisible()
  await expectAccessible(page, { part: dialog })
  await dialog.getByLabel('Name').fill('Our CRM')
  await dialog.getByLabel('Read listings').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Copy it now')).toBeVisible()
  const token = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()

  const headers = { authorization: `Bearer ${token}` }
  const ask = () => context.request.get('/api/v1/listings', { headers })
  expect(await (await ask()).json()).toMatchObject({ data: [{ id }] })
  await page.reload()
  await expect(crmFormat).toHaveValue('metadata')
  const row = page.getByRole('listitem').filter({ hasText: 'Our CRM' })
  await expect(row).toContainText('Read listings')
  await expect(row).toContainText('Last used')
  expect(await page.content()).not.toContain(token)
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Revoke Our CRM' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
  expect((await ask()).status()).toBe(401)

  await test.step('the page for developers asks no other host', async () => {
    const others: string[] = []
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(app.url)) others.push(request.url())
    })
    await open(page, '/developers')
    await expect(page.getByText('Create a draft').first()).toBeVisible()
    expect(others).toEqual([])
  })
  expect(browserErrors).toEqual([])
})
