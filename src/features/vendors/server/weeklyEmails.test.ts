import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createVendor } from '../../../../test/fixtures/vendors.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startScriptedSmtp } from '../../../../test/support/servers/scriptedSmtp.ts'
import { makeJobsDue, openServices, registerWorker } from '../../../../test/support/services/services.ts'
import { user } from '../../../db/schema/accounts.ts'
import { agency } from '../../../db/schema/agencies.ts'
import { listing } from '../../../db/schema/listings.ts'
import { vendorLink, vendorReport, vendorReportEmail } from '../../../db/schema/vendors.ts'
import { deliverEmailJob } from '../../../platform/mail/mailer.server.ts'
import { todayIn } from '../../../ui/format/dates.ts'
import { DAY_MS, HOUR_MS } from '../../../values/time.ts'
import { findDueReports, sendVendorReport, sendVendorReportJob } from './sendWeeklyEmails.server.ts'
import { saveVendorEmailChoice, vendorUnsubscribeUrl } from './vendorEmailChoice.server.ts'
import { signVendorKey } from './vendorKey.server.ts'
import { revokeVendor } from './vendorLinks.server.ts'
import { readVendorSettings, saveSchedule, saveWords, skipEmail } from './vendorSettings.server.ts'
import { previewWeeklyEmail } from './weeklyEmail.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices([registerWorker(sendVendorReportJob)])
})
afterAll(() => opened.close())

/** A published listing with a vendor, whose email was due a moment ago. */
async function createDueReport(lateMs = 1_000, fields: Partial<typeof listing.$inferInsert> = {}) {
  const { db } = opened.database
  const agent = await createAgent(db, { profile: { timeZone: 'Pacific/Auckland' } })
  const { id: listingId } = await createPublishedListing(db, { agent, ...fields })
  const vendor = await createVendor(db, { listingId })
  await makeDue(listingId, lateMs)
  return { db, agent, listingId, vendor }
}

/** The next email was due then: the schedule is of that day and minute. */
async function makeDue(listingId: string, lateMs = 1_000) {
  const minute = 60_000
  const dueAt = new Date(Math.floor((Date.now() - lateMs) / minute) * minute)
  const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('sv-SE', {
    timeStyle: 'short',
    timeZone: 'Pacific/Auckland',
  })
    .format(dueAt)
    .split(':')
    .map(Number)
  const day = todayIn('Pacific/Auckland', dueAt)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  const next = { nextEmailAt: dueAt, lastDueOn: null, weekday, minuteOfDay: hours * 60 + minutes }
  await opened.database.db.update(vendorReport).set(next).where(eq(vendorReport.listingId, listingId))
  return { dueAt, day }
}

/** What the job does each minute, and what it enqueues. */
async function runJobs() {
  await findDueReports(opened.services)
  await opened.settle()
}

const emailsTo = async ({ email }: { email: string }) => (await opened.writtenEmails()).filter(({ to }) => to === email)

const reportOf = async (listingId: string) => {
  const [found] = await opened.database.db.select().from(vendorReport).where(eq(vendorReport.listingId, listingId))
  if (!found) throw new Error('There is no report.')
  return found
}

describe('the weekly email', () => {
  test('goes to each vendor once, from the agent, with a private link and one to unsubscribe', async () => {
    const { db, agent, listingId, vendor } = await createDueReport()
    const other = await createVendor(db, { listingId, name: 'Ana Hale' })
    const withoutEmail = await createVendor(db, { listingId, email: '' })
    await Promise.all([runJobs(), runJobs()])
    await runJobs()
    const [email, ...more] = await emailsTo(vendor)
    expect(more).toEqual([])
    expect(email).toMatchObject({ subject: '12 Rata Street: your weekly report', replyTo: agent.email })
    expect(email?.unsubscribeUrl).toMatch(/^https:\/\/files\.example\.nz\/unsubscribe\/vendors\/vend_/)
    expect(email?.text).toContain('Open the full report:\nhttps://files.example.nz/vendor?key=vend_')
    expect(email?.text).toContain('Fewer than five people have looked at your listing so far.')
    const links = (await emailsTo(other)).flatMap(({ text }) => text.match(/https:\/\/files\S+key=\S+/) ?? [])
    expect(links).toHaveLength(1)
    expect(email?.text).not.toContain(links[0])
    expect(await emailsTo(withoutEmail)).toEqual([])
    const { nextEmailAt } = await reportOf(listingId)
    expect(nextEmailAt?.getTime()).toBeGreaterThan(Date.now())
  })

  test('is not made again by a job that runs twice', async () => {
    const { listingId, vendor } = await createDueReport()
    const { day: dueOn } = await makeDue(listingId)
    await Promise.all([1, 2].map(() => sendVendorReport(opened.services, { listingId, dueOn })))
    await sendVendorReport(opened.services, { listingId, dueOn })
    expect(await emailsTo(vendor)).toHaveLength(1)
  })

  test('is late rather than missing when nothing ran for a night, and once for several weeks', async () => {
    const night = await createDueReport(14 * HOUR_MS)
    const weeks = await createDueReport(15 * DAY_MS)
    const days = await createDueReport(5 * DAY_MS)
    await runJobs()
    expect(await emailsTo(night.vendor)).toHaveLength(1)
    expect(await emailsTo(weeks.vendor)).toHaveLength(1)
    // The next one is nearer than the one that was missed.
    expect(await emailsTo(days.vendor)).toHaveLength(0)
  })

  test('has the agent’s words in the week in which they wrote them, and not again', async () => {
    const { db, agent, listingId, vendor } = await createDueReport()
    await saveWords(db, agent, { listingId, words: 'Three couples came back for a second look.' })
    await runJobs()
    await makeDue(listingId)
    await db.update(vendorReportEmail).set({ dueOn: '2020-01-03' }).where(eq(vendorReportEmail.linkId, vendor.id))
    await runJobs()
    const texts = (await emailsTo(vendor)).map(({ text }) => text.includes('Three couples came back'))
    expect(texts).toEqual([true, false])
  })

  test('is exactly what the preview shows', async () => {
    const { db, agent, listingId, vendor } = await createDueReport()
    await saveWords(db, agent, { listingId, words: 'Busy week.\nMore on Sunday.' })
    const preview = await previewWeeklyEmail(opened.services, agent, listingId)
    await runJobs()
    const [email] = await emailsTo(vendor)
    expect({ html: email?.html, text: email?.text, subject: email?.subject }).toEqual({
      html: preview.html,
      text: preview.text,
      subject: preview.subject,
    })
    expect(preview.to).toEqual({ name: vendor.name, email: vendor.email })
  })

  test('is skipped for one week, unless the agent takes that back', async () => {
    const skipped = await createDueReport(-10 * 60_000)
    const kept = await createDueReport(-10 * 60_000)
    for (const { db, agent, listingId } of [skipped, kept]) {
      const dueAt = (await reportOf(listingId)).nextEmailAt?.toISOString() ?? ''
      await skipEmail(db, agent, { listingId, dueAt, isSkipped: true })
      expect(await readVendorSettings(opened.services, agent, listingId)).toMatchObject({ isNextSkipped: true })
      if (listingId === kept.listingId) await skipEmail(db, agent, { listingId, dueAt, isSkipped: false })
    }
    await findDueReports(opened.services, new Date(Date.now() + 15 * 60_000))
    await opened.settle()
    expect(await emailsTo(skipped.vendor)).toHaveLength(0)
    expect(await emailsTo(kept.vendor)).toHaveLength(1)
    expect(await readVendorSettings(opened.services, skipped.agent, skipped.listingId)).toMatchObject({
      isNextSkipped: false,
    })
    const { db, agent, listingId } = skipped
    await expect(
      skipEmail(db, agent, { listingId, dueAt: new Date(0).toISOString(), isSkipped: true }),
    ).rejects.toMatchObject({
      status: 409,
    })
  })

  test('does not come twice in a week when the agent moves it to the next day, and not at all when it is off', async () => {
    const { db, agent, listingId, vendor } = await createDueReport()
    await runJobs()
    const { weekday, lastDueOn } = await reportOf(listingId)
    await saveSchedule(db, agent, { listingId, isOn: true, weekday: (weekday % 7) + 1, time: '09:15' })
    const { nextEmailAt } = await reportOf(listingId)
    const nextDay = todayIn('Pacific/Auckland', nextEmailAt ?? new Date(0))
    expect((Date.parse(nextDay) - Date.parse(lastDueOn ?? '')) / DAY_MS).toBe(8)
    await saveSchedule(db, agent, { listingId, isOn: false, weekday, time: '09:15' })
    expect(await readVendorSettings(opened.services, agent, listingId)).toMatchObject({
      isOn: false,
      nextEmailAt: null,
    })
    await sendVendorReport(opened.services, { listingId, dueOn: nextDay })
    expect(await emailsTo(vendor)).toHaveLength(1)
  })

  test('is sent once more after the sale, says so, and starts again when the property is back for sale', async () => {
    const { db, agent, listingId, vendor } = await createDueReport(1_000, { status: 'sold', soldOn: '2026-11-01' })
    for (const dueOn of ['2019-01-04', '2019-01-11', '2019-01-18']) {
      if (dueOn === '2019-01-18') await db.update(listing).set({ status: 'available' }).where(eq(listing.id, listingId))
      await makeDue(listingId)
      await runJobs()
      await db.update(vendorReportEmail).set({ dueOn }).where(eq(vendorReportEmail.linkId, vendor.id))
      if (dueOn === '2019-01-11')
        expect(await readVendorSettings(opened.services, agent, listingId)).toMatchObject({ pausedFor: 'sold' })
      await db.delete(vendorReportEmail).where(eq(vendorReportEmail.linkId, vendor.id))
    }
    expect((await emailsTo(vendor)).map(({ subject }) => subject)).toEqual([
      '12 Rata Street is sold: your last report',
      '12 Rata Street: your weekly report',
    ])
  })

  test.each([
    ['archived', { archivedAt: new Date() }],
    ['withdrawn', { status: 'withdrawn' as const }],
    ['draft', { publishedAt: null }],
  ])('is not sent for a listing that is %s, and goes on by itself when it is back', async (reason, fields) => {
    const { db, agent, listingId, vendor } = await createDueReport(1_000, fields)
    await runJobs()
    expect(await emailsTo(vendor)).toHaveLength(0)
    expect(await readVendorSettings(opened.services, agent, listingId)).toMatchObject({ pausedFor: reason })
    const back = { archivedAt: null, status: 'available' as const, publishedAt: new Date() }
    await db.update(listing).set(back).where(eq(listing.id, listingId))
    await makeDue(listingId)
    await runJobs()
    expect(await emailsTo(vendor)).toHaveLength(1)
  })

  test('waits while the subscription is not active', async () => {
    const { db, agent, listingId, vendor } = await createDueReport()
    await db.update(user).set({ subscriptionActive: false }).where(eq(user.id, agent.id))
    await runJobs()
    expect(await emailsTo(vendor)).toHaveLength(0)
    expect(await readVendorSettings(opened.services, agent, listingId)).toMatchObject({ pausedFor: 'subscription' })
  })

  test('waits for the SMTP server while it is down, and arrives once', async () => {
    const smtp = await startScriptedSmtp()
    const mail = await openServices([registerWorker(sendVendorReportJob), registerWorker(deliverEmailJob)], {
      smtpUrl: smtp.url,
    })
    try {
      smtp.script.push(...Array(3).fill({ at: 'MAIL', code: 421, words: 'Down for a while' }))
      const { db } = mail.database
      const { id: listingId } = await createPublishedListing(db)
      const vendor = await createVendor(db, { listingId })
      await sendVendorReport(mail.services, { listingId, dueOn: todayIn('Pacific/Auckland') })
      const isThere = () => smtp.received.filter(({ accepted }) => accepted).length > 0
      await eventually(async () => {
        await makeJobsDue(mail.database, 'mail')
        return isThere()
      }, 60_000)
      const [first, ...others] = smtp.received
      expect(others).toEqual([])
      expect(first?.mail.to?.[0]?.address).toBe(vendor.email)
      const headers = new Map(first?.mail.headers.map(({ key, value }) => [key, value]))
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(headers.get('list-unsubscribe')).toMatch(/^<https:\/\/files\.example\.nz\/unsubscribe\/vendors\/\S+>$/)
    } finally {
      await mail.close()
      await smtp.stop()
    }
  })

  test('is in the agency’s name, and has no link that the agent wrote', async () => {
    const { db, agent, vendor } = await createDueReport()
    await db
      .update(agency)
      .set({ name: 'Harbour Realty', legalLine: 'Licensed REAA 2008', colour: '#0b5394' })
      .where(eq(agency.id, agent.agencyId))
    await runJobs()
    const [email] = await emailsTo(vendor)
    expect(email?.html).toContain('Harbour Realty')
    expect(email?.html).toContain('#0b5394')
    expect(email?.text).toContain('Licensed REAA 2008')
  })
})

describe('threat 202: unsubscribing', () => {
  test('stops the emails of this person for this listing at once, also one that waits, and can be undone', async () => {
    const { db, listingId, vendor } = await createDueReport()
    const other = await createVendor(db, { listingId })
    await runJobs()
    const key = (to: { id: string }) => vendorUnsubscribeUrl(opened.services.env, to.id).split('/').at(-1) ?? ''
    expect(await emailsTo(vendor)).toHaveLength(1)
    await saveVendorEmailChoice(opened.services, key(vendor), false)
    expect(await emailsTo(vendor)).toHaveLength(0)
    await makeDue(listingId)
    await db.delete(vendorReportEmail)
    await runJobs()
    expect(await emailsTo(vendor)).toHaveLength(0)
    expect(await emailsTo(other)).toHaveLength(2)
    await saveVendorEmailChoice(opened.services, key(vendor), true)
    const [{ revokedAt, unsubscribedAt } = {}] = await db.select().from(vendorLink).where(eq(vendorLink.id, vendor.id))
    expect({ revokedAt, unsubscribedAt }).toEqual({ revokedAt: null, unsubscribedAt: null })
  })

  test('takes a key of ours only: not a forged one, one for another person, or that of the report', async () => {
    const { vendor } = await createDueReport()
    const other = await createDueReport()
    const { env } = opened.services
    const own = vendorUnsubscribeUrl(env, vendor.id).split('/').at(-1) ?? ''
    const forged = [
      own.replace(vendor.id, other.vendor.id),
      `${own.slice(0, -2)}xx`,
      vendor.id,
      signVendorKey(env.APP_SECRET, vendor.id),
      vendorUnsubscribeUrl({ ...env, APP_SECRET: 'another secret that is as long as ours' }, vendor.id)
        .split('/')
        .at(-1) ?? '',
    ]
    for (const key of forged)
      await expect(saveVendorEmailChoice(opened.services, key, false), key).rejects.toMatchObject({ status: 404 })
  })
})

describe('threat 203: a link that is revoked', () => {
  test('gets no email, whichever is first: the email or the revocation', async () => {
    const { agent, listingId, vendor } = await createDueReport()
    const { day } = await makeDue(listingId)
    const revoke = () => revokeVendor(opened.services, agent, { id: vendor.id, isRevoked: true })
    const restore = () => revokeVendor(opened.services, agent, { id: vendor.id, isRevoked: false })
    await sendVendorReport(opened.services, { listingId, dueOn: day })
    expect(await emailsTo(vendor)).toHaveLength(1)
    await revoke()
    expect(await emailsTo(vendor)).toEqual([])
    await restore()
    for (let round = 0; round < 6; round++) {
      await opened.database.db.delete(vendorReportEmail).where(eq(vendorReportEmail.linkId, vendor.id))
      const both = [() => sendVendorReport(opened.services, { listingId, dueOn: day }), revoke]
      if (round % 2) both.reverse()
      await Promise.all(both.map((run) => run()))
      expect(await emailsTo(vendor)).toEqual([])
      await restore()
    }
  })
})
