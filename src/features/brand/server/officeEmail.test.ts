import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { user } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { confirmEmailChange, requestEmailChange } from '#features/accounts/server/credentials/changeEmail.server.ts'
import { changeMember } from '#features/agencies/server/members.server.ts'
import { findNotifiedAgents } from '#features/leads/server/agentNotifications/leadAudience.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { signText } from '#platform/secrets/signedText.server.ts'
import { addMember, createAgency } from '../../../../test/fixtures/agencies.ts'
import { PASSWORD } from '../../../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { readBrandSettings, saveBrand } from './brand.server.ts'
import { confirmOfficeEmail, readOfficeConfirmation, resendOfficeEmailLink } from './officeEmail.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

let lastOffice = 0
const newOffice = () => `office-${++lastOffice}@harbour.example`
const visitor = '203.0.113.9'

async function setOfficeEmail(agent: Agent, officeEmail: string) {
  const { fields, version } = await readBrandSettings(opened.database.db, agent)
  await saveBrand(opened.services, agent, { ...fields, name: 'Harbour', officeEmail, version })
}
const emailsTo = async (address: string) => (await opened.writtenEmails()).filter(({ to }) => to === address)
const emailedKey = async (address: string) =>
  /\/office-email\?key=([\w.-]+)/.exec((await emailsTo(address)).at(-1)?.text ?? '')?.[1] ?? ''
const copiesGoTo = async (agent: Agent) => {
  const { db } = opened.database
  return (await findNotifiedAgents(db, await createPublishedListing(db, { agent }))).officeEmail
}
const waitingFor = async (agent: Agent) => (await readBrandSettings(opened.database.db, agent)).unconfirmedOfficeEmail
const stateOf = async (key: string) => (await readOfficeConfirmation(opened.services, key, visitor)).state
const confirm = (key: string) => confirmOfficeEmail(opened.services, key, visitor)

describe('threat 165: the office’s email address', () => {
  test('gets copies of leads once someone who reads it has pressed the button', async () => {
    const { manager, owner } = await createAgency(opened.database.db)
    const office = newOffice()
    await setOfficeEmail(manager, office)
    expect([await waitingFor(owner), await copiesGoTo(owner)]).toEqual([office, ''])
    const key = await emailedKey(office)
    const shown = { state: 'open', agencyName: 'Harbour', email: office }
    // Opening the link confirms nothing.
    expect(await readOfficeConfirmation(opened.services, key, visitor)).toEqual(shown)
    expect(await copiesGoTo(owner)).toBe('')
    await confirm(key)
    await confirm(key)
    expect([await stateOf(key), await waitingFor(owner), await copiesGoTo(owner)]).toEqual(['confirmed', '', office])
  })

  test('is confirmed by its own link alone: not an expired, forged or earlier one, nor one of another agency', async () => {
    const { db } = opened.database
    const { owner } = await createAgency(db)
    const other = await createAgency(db)
    const [first, second] = [newOffice(), newOffice()]
    await setOfficeEmail(other.owner, second)
    await setOfficeEmail(owner, first)
    await setOfficeEmail(owner, second)
    const key = await emailedKey(second)
    const [agencyId = '', expiresAt = '', hash = ''] = key.split('.')
    const { APP_SECRET } = opened.services.env
    const refused = [
      await emailedKey(first),
      'none',
      `${key}x`,
      [other.owner.agencyId, expiresAt, hash, key.split('.').at(-1)].join('.'),
      signText(APP_SECRET, 'office_email', [agencyId, Date.now() - 1_000, hash].join('.')),
      signText(APP_SECRET, 'unsubscribe', [agencyId, expiresAt, hash].join('.')),
    ]
    for (const one of refused) {
      expect(await stateOf(one), one).toBe('expired')
      await expect(confirm(one), one).rejects.toMatchObject({ status: 400, fields: { key: 'expired' } })
    }
    expect([await copiesGoTo(owner), await copiesGoTo(other.owner)]).toEqual(['', ''])
    expect(Number(expiresAt) - Date.now()).toBeLessThanOrEqual(7 * 24 * 3600_000)
    await confirm(key)
    expect([await copiesGoTo(owner), await copiesGoTo(other.owner)]).toEqual([second, ''])
  })

  test('waits again once it is changed, and the owners are told of each change', async () => {
    const { db } = opened.database
    const { manager, owner } = await createAgency(db)
    const second = await addMember(db, owner, { role: 'owner' })
    const office = newOffice()
    await setOfficeEmail(manager, office)
    await confirm(await emailedKey(office))
    // Something else was changed: the confirmation stays.
    await setOfficeEmail(manager, office)
    expect(await copiesGoTo(owner)).toBe(office)
    await setOfficeEmail(manager, newOffice())
    expect(await copiesGoTo(owner)).toBe('')
    await setOfficeEmail(manager, '')
    for (const { email } of [owner, second])
      expect((await emailsTo(email)).map(({ subject }) => subject)).toEqual(
        Array(3).fill('The office email address of Harbour has changed'),
      )
    expect((await emailsTo(owner.email))[0]?.text).toContain(`Aroha Ngata changed it to ${office}`)
  })

  test('that is the confirmed address of the person who enters it needs no link', async () => {
    const { db } = opened.database
    const { owner, manager } = await createAgency(db)
    await db.update(user).set({ emailVerified: true }).where(eq(user.id, owner.id))
    const proven = { ...owner, emailVerified: true }
    await setOfficeEmail(proven, owner.email)
    expect(await copiesGoTo(owner)).toBe(owner.email)
    // Not that of a colleague.
    await setOfficeEmail(proven, manager.email)
    expect(await copiesGoTo(owner)).toBe('')
  })

  test('that is someone’s own gets no copies once they may not see all leads, also after they changed it', async () => {
    const { db } = opened.database
    const { owner, manager } = await createAgency(db)
    await db.update(user).set({ emailVerified: true }).where(eq(user.id, manager.id))
    const proven = { ...manager, emailVerified: true }
    await setOfficeEmail(proven, manager.email)
    const moved = `moved-${manager.email}`
    await requestEmailChange(opened.services, proven, { email: moved, password: PASSWORD }, visitor)
    const [, key = ''] = /confirmEmail=([\w-]+)/.exec((await emailsTo(moved)).at(-1)?.text ?? '') ?? []
    await confirmEmailChange(opened.services, proven, key)
    expect(await copiesGoTo(owner)).toBe(moved)
    await changeMember(opened.services, owner, { userId: manager.id, role: 'agent', agentIds: [] })
    expect(await copiesGoTo(owner)).toBe('')
  })

  test('gets another link when a manager asks for it, a limited number of times', async () => {
    const { db } = opened.database
    const { owner, agent } = await createAgency(db)
    const office = newOffice()
    await expect(resendOfficeEmailLink(opened.services, owner)).rejects.toMatchObject({ status: 409 })
    await setOfficeEmail(owner, office)
    await expect(resendOfficeEmailLink(opened.services, agent)).rejects.toMatchObject({ status: 403 })
    for (let sent = 1; sent < 10; sent++) await resendOfficeEmailLink(opened.services, owner)
    await expect(resendOfficeEmailLink(opened.services, owner)).rejects.toMatchObject({ status: 429 })
    expect(await emailsTo(office)).toHaveLength(10)
    await confirm(await emailedKey(office))
    await expect(resendOfficeEmailLink(opened.services, owner)).rejects.toMatchObject({ status: 409 })
    const stored = await db.select().from(agency).where(eq(agency.id, owner.agencyId))
    expect(stored).toMatchObject([{ officeEmailConfirmedAt: expect.any(Date) }])
  })
})
