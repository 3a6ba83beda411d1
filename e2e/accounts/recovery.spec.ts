import { eq, sql } from 'drizzle-orm'
import { accountRecovery } from '../../src/db/schema/signInMethods.ts'
import { finishDueRecoveriesJob } from '../../src/features/accounts/server/secondFactor/accountRecovery.server.ts'
import { addMember } from '../../test/fixtures/agencies.ts'
import { createAgent, PASSWORD } from '../../test/fixtures/agents.ts'
import { createAuthenticator } from '../../test/fixtures/authenticators.ts'
import { waitForEmailedLink } from '../../test/fixtures/emails.ts'
import { eventually } from '../../test/support/eventually.ts'
import { openAppDatabase } from '../../test/support/processes/appData.ts'
import { runJob } from '../../test/support/processes/runJob.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { open } from '../support/open.ts'
import { fillIn } from '../support/signIn.ts'

/** Several pages and accessibility checks take a while on a busy computer. */
test.describe.configure({ timeout: 180_000 })

test('someone who has lost everything gets back in: asks, can be stopped by an owner, waits, and follows the link', async ({
  page,
  app,
}) => {
  const owner = await createAgent(app.db)
  const agent = await addMember(app.db, owner, { role: 'agent', firstName: 'Mia', lastName: 'Chen' })
  await createAuthenticator(app.db, agent.id)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  async function ask() {
    await open(page, '/login')
    await fillIn(page, agent.email, PASSWORD)
    await page.getByRole('link', { name: 'Get back in' }).click()
    await expect(heading('Can’t get past the second step?')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start the three-day wait' }).click()
    await expect(heading('Check your inbox in three days')).toBeFocused()
  }

  await ask()
  const stopLink = await waitForEmailedLink(app.dataDir, owner.email, '/recovery/stop/')
  await open(page, stopLink ?? '')
  await expect(page.getByText('Someone who knows Mia Chen’s password')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop it' }).click()
  await expect(heading('Stopped')).toBeFocused()

  await ask()
  const lateLink = await eventually(async () => {
    const newest = await waitForEmailedLink(app.dataDir, owner.email, '/recovery/stop/')
    return newest === stopLink ? undefined : newest
  })
  await app.db.update(accountRecovery).set({ dueAt: sql`now()` }).where(eq(accountRecovery.userId, agent.id))
  const database = await openAppDatabase(app.dataDir)
  await runJob(database, finishDueRecoveriesJob)
  await database.close()
  const finishLink = await waitForEmailedLink(app.dataDir, agent.email, '/recovery/finish/')
  await open(page, finishLink ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await expect(heading('Two-step sign-in is off')).toBeFocused()
  await page.getByRole('link', { name: 'Sign in' }).last().click()
  await fillIn(page, agent.email, PASSWORD)
  await expect(page).toHaveURL(/\/portal\/settings/)

  // The link works once, and the one that stops says that it is too late.
  await open(page, finishLink ?? '')
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await open(page, lateLink ?? '')
  await expect(heading('Two-step sign-in is already off')).toBeVisible()
})
