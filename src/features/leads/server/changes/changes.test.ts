import { and, eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeRecipient, documentChange, file, fileVersion } from '#db/schema/files.ts'
import { chosenReader } from '#db/schema/invitees.ts'
import { lead, noEmailFor } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { silencedAddress } from '#db/schema/messages.ts'
import { recordEntry } from '#db/schema/record.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { bookPdf, createPdf } from '../../../../../test/fixtures/content/pdf.ts'
import { createFile, replaceDocument as replaceContent } from '../../../../../test/fixtures/files.ts'
import { createLead, createListingWithReader } from '../../../../../test/fixtures/leads.ts'
import { createReading } from '../../../../../test/fixtures/readings.ts'
import { type LeadServices, openLeadServices } from '../../../../../test/support/services/leadServices.ts'
import { registerWorker } from '../../../../../test/support/services/services.ts'
import { signLinkKey } from '../documents/documentKey.server.ts'
import { eraseDetails, readPrivateLink } from '../privateLink/privateLinkActions.server.ts'
import { compareBuyersChange, comparedPageUrl, respondWithComparedPage } from './comparedPages.server.ts'
import {
  documentChangeUnsubscribeUrl,
  readChangeEmailChoice,
  saveChangeEmailChoice,
  sendChangeEmails,
  sendChangeEmailsJob,
} from './documentChangeEmails.server.ts'
import { listPendingChanges, tellBuyers, undoTellBuyers } from './tellBuyers.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices([registerWorker(sendChangeEmailsJob)])
})
afterAll(() => context.close())

const pdf = (...pages: string[]) => ({ content: bookPdf(pages.map((text) => [text])), contentType: 'application/pdf' })

/** A listing with a building report that a lead has opened, and another lead who has not. */
async function createReadListing(leadFields: Partial<typeof lead.$inferInsert> = {}) {
  const { db } = context.database
  const report = { ...pdf('The summary', 'The roof is original'), name: 'Building report', issuedOn: '2026-02-10' }
  const target = { db, storage: context.services.storage }
  const created = await createListingWithReader(target, [report, { name: 'Title' }])
  const [document] = created.files
  if (!document) throw new Error('There is no document.')
  await createReading(db, { leadId: created.lead.id, fileId: document.id, pageSeconds: [4] })
  const other = await createLead(db, { listingId: created.listing.id, ...leadFields })
  const key = signLinkKey(context.services.env.APP_SECRET, created.lead)
  return { ...created, document, reader: created.lead, other, key }
}

type ReadListing = Awaited<ReturnType<typeof createReadListing>>

const replaceDocument = ({ document }: Pick<ReadListing, 'document'>, content: Buffer, note?: string) =>
  replaceContent({ db: context.database.db, storage: context.services.storage }, document.id, {
    content,
    note,
    pageCount: 1,
  })

const pendingOf = async ({ agent, listing: { id } }: ReadListing) =>
  (await listPendingChanges(context.database.db, agent, { listingId: id }))[0]

async function tell(about: ReadListing, audience: 'readers' | 'everyone' | 'nobody', note?: string) {
  const changeIds = (await pendingOf(about))?.changes.map(({ id }) => id) ?? []
  const input = { listingId: about.listing.id, changeIds }
  return { ...input, ...(await tellBuyers(context.services, about.agent, { ...input, audience, note })) }
}

/** As if ten minutes had passed. */
async function send({ listing: { id } }: ReadListing) {
  const { db } = context.database
  const past = new Date(Date.now() - 1_000)
  const chosen = inArray(documentChange.audience, ['readers', 'everyone'])
  await db.update(documentChange).set({ sendAt: past }).where(chosen)
  await sendChangeEmails(context.services, id)
}

const subjectsTo = async ({ email }: { email: string }) => (await context.emailsTo(email)).map(({ subject }) => subject)

const nameOfError = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: Error) => error.name,
  )

describe('the agent is asked', () => {
  test('once for all that happened to a document, with how many it would reach', async () => {
    const about = await createReadListing()
    expect(await pendingOf(about)).toBeUndefined()
    await replaceDocument(about, bookPdf([['The summary'], ['The roof was replaced']]), 'Reinspected')
    await context.database.db.update(file).set({ issuedOn: '2026-11-03' }).where(eq(file.id, about.document.id))
    expect(await pendingOf(about)).toEqual({
      listingId: about.listing.id,
      listingTitle: about.listing.title,
      changes: [
        {
          id: expect.stringMatching(/^chng_/),
          fileId: about.document.id,
          name: 'Building report',
          kind: 'replaced',
          fromIssuedOn: '2026-02-10',
          toIssuedOn: '2026-11-03',
          note: 'Reinspected',
        },
      ],
      readers: 1,
      everyone: 2,
      leftOut: {},
    })
    await tell(about, 'nobody')
    expect(await pendingOf(about)).toBeUndefined()
  })

  test('about a document that is added, moved there or gets another date, but not about a first date or a new name', async () => {
    const about = await createReadListing()
    const { db } = context.database
    const [, title] = about.files
    await db
      .update(file)
      .set({ name: 'Record of title', issuedOn: '2026-10-01' })
      .where(eq(file.id, title?.id ?? ''))
    expect(await pendingOf(about)).toBeUndefined()
    await db
      .update(file)
      .set({ issuedOn: '2026-10-02' })
      .where(eq(file.id, title?.id ?? ''))
    await createFile(db, { agent: about.agent, listingId: about.listing.id, name: 'LIM report' })
    const moved = await createFile(db, { agent: about.agent, name: 'Floor plan' })
    await db.update(file).set({ listingId: about.listing.id }).where(eq(file.id, moved.id))
    const changes = (await pendingOf(about))?.changes.map(({ name, kind }) => `${name} ${kind}`)
    expect(changes?.toSorted()).toEqual(['Floor plan added', 'LIM report added', 'Record of title dated'])
    await db.update(file).set({ archivedAt: new Date() }).where(eq(file.id, moved.id))
    expect((await pendingOf(about))?.changes).toHaveLength(2)
  })

  test('not about drafts, photos, or listings where nobody could be told', async () => {
    const about = await createReadListing()
    const { db } = context.database
    await createFile(db, { agent: about.agent, listingId: about.listing.id, type: 'image', contentType: 'image/jpeg' })
    expect(await pendingOf(about)).toBeUndefined()
    await createFile(db, { agent: about.agent, listingId: about.listing.id })
    await db.update(lead).set({ unsubscribedAt: new Date() }).where(eq(lead.listingId, about.listing.id))
    expect(await pendingOf(about)).toBeUndefined()
    await db.update(lead).set({ unsubscribedAt: null }).where(eq(lead.listingId, about.listing.id))
    expect(await pendingOf(about)).toBeDefined()
    await db.update(listing).set({ publishedAt: null }).where(eq(listing.id, about.listing.id))
    expect(await pendingOf(about)).toBeUndefined()
  })

  test('and can choose for their own listings only', async () => {
    const about = await createReadListing()
    await replaceDocument(about, bookPdf([['New']]))
    const changeIds = (await pendingOf(about))?.changes.map(({ id }) => id) ?? []
    const stranger = await createAgent(context.database.db)
    const choice = { listingId: about.listing.id, changeIds, audience: 'everyone' } as const
    expect(await nameOfError(tellBuyers(context.services, stranger, choice))).toBe('NotFoundError')
    expect(await listPendingChanges(context.database.db, stranger, { listingId: about.listing.id })).toEqual([])
    const another = await createReadListing()
    expect(
      await nameOfError(tellBuyers(context.services, another.agent, { ...choice, listingId: another.listing.id })),
    ).toBe('NotFoundError')
  })
})

describe('buyers', () => {
  test('get one email about everything that was collected, with dates, note and the way to unsubscribe', async () => {
    const about = await createReadListing()
    await replaceDocument(about, bookPdf([['The summary'], ['The roof was replaced']]))
    await context.database.db.update(file).set({ issuedOn: '2026-11-03' }).where(eq(file.id, about.document.id))
    const first = await tell(about, 'readers', 'The roof was reinspected.')
    await createFile(context.database.db, { agent: about.agent, listingId: about.listing.id, name: 'LIM report' })
    const second = await tell(about, 'everyone')
    // Both wait for the same ten minutes.
    expect(second.sendAt).toEqual(first.sendAt)
    await sendChangeEmails(context.services, about.listing.id)
    expect(await subjectsTo(about.reader)).toEqual([])
    await send(about)
    await sendChangeEmails(context.services, about.listing.id)
    expect(await subjectsTo(about.reader)).toEqual(['2 documents changed, 12 Rata Street'])
    expect(await subjectsTo(about.other)).toEqual(['LIM report: new document, 12 Rata Street'])
    const [email] = await context.emailsTo(about.reader.email)
    expect(email?.text).toContain('new version · issued 3 November 2026 (was 10 February 2026)')
    expect(email?.text).toContain('The roof was reinspected.')
    expect(email?.text).toContain(`/open?key=${about.key}#changes`)
    expect(email?.unsubscribeUrl).toBe(documentChangeUnsubscribeUrl(context.services.env, about.reader))
    const recorded = await context.database.db.select().from(recordEntry).where(eq(recordEntry.kind, 'told_of_change'))
    const here = recorded.filter(({ listingId }) => listingId === about.listing.id)
    expect(here.map(({ details }) => details.name).toSorted()).toEqual(['Building report', 'LIM report', 'LIM report'])
  })

  test('who have no address, are withdrawn, unsubscribed or may not open the document are left out, also if that happens later', async () => {
    const { db } = context.database
    const about = await createReadListing()
    const listingId = about.listing.id
    await createLead(db, { listingId, email: noEmailFor('lead_1') })
    const withdrawn = await createLead(db, { listingId, withdrawnAt: new Date() })
    const later = await createLead(db, { listingId })
    const chosen = await createLead(db, { listingId })
    await replaceDocument(about, bookPdf([['New']]))
    expect(await pendingOf(about)).toMatchObject({
      ...{ readers: 1, everyone: 4 },
      leftOut: { no_email: 1, access_removed: 1 },
    })
    await db.update(file).set({ access: 'chosen' }).where(eq(file.id, about.document.id))
    for (const { id: leadId } of [chosen, later])
      await db.insert(chosenReader).values({ fileId: about.document.id, leadId })
    expect(await pendingOf(about)).toMatchObject({ readers: 0, everyone: 2 })
    expect((await tell(about, 'everyone')).people).toBe(2)
    await db.update(lead).set({ withdrawnAt: new Date() }).where(eq(lead.id, later.id))
    await send(about)
    const told = []
    for (const one of [about.reader, about.other, withdrawn, later, chosen]) told.push((await subjectsTo(one)).length)
    expect(told).toEqual([0, 0, 0, 0, 1])
    // Nothing stays due.
    expect(await db.select().from(changeRecipient).where(eq(changeRecipient.leadId, later.id))).toEqual([])
  })

  test('who unsubscribed from messages, or whose emails come back, are left out with the reason, and not by another agency', async () => {
    const { db } = context.database
    const about = await createReadListing()
    const [unsubscribed, bounced, elsewhere] = [
      await createLead(db, { listingId: about.listing.id }),
      await createLead(db, { listingId: about.listing.id }),
      await createLead(db, { listingId: about.listing.id }),
    ]
    const [{ agencyId }, another] = [about.listing, (await createAgent(db)).agencyId]
    await db.insert(silencedAddress).values([
      { agencyId, email: unsubscribed.email, unsubscribedAt: new Date() },
      { agencyId, email: bounced.email, bouncedAt: new Date() },
      { agencyId: another, email: elsewhere.email, unsubscribedAt: new Date() },
    ])
    await replaceDocument(about, bookPdf([['New']]))
    expect(await pendingOf(about)).toMatchObject({ everyone: 3, leftOut: { unsubscribed: 1, bounced: 1 } })
    await tell(about, 'everyone')
    await send(about)
    const told = []
    for (const one of [unsubscribed, bounced, elsewhere]) told.push((await subjectsTo(one)).length)
    expect(told).toEqual([0, 0, 1])
  })

  test('are not told if the agent takes it back in time, and the agent is asked again', async () => {
    const about = await createReadListing()
    await replaceDocument(about, bookPdf([['New']]))
    const { listingId, changeIds } = await tell(about, 'everyone')
    await undoTellBuyers(context.services, about.agent, { listingId, changeIds })
    expect((await pendingOf(about))?.changes).toHaveLength(1)
    await send(about)
    expect(await subjectsTo(about.reader)).toEqual([])
    await tell(about, 'everyone')
    await send(about)
    expect(await nameOfError(undoTellBuyers(context.services, about.agent, { listingId, changeIds }))).toBe('Conflict')
    expect(await subjectsTo(about.reader)).toHaveLength(1)
  })

  test('are told once, however many processes send at the same time', async () => {
    const about = await createReadListing()
    await replaceDocument(about, bookPdf([['New']]))
    await tell(about, 'everyone')
    await context.database.db
      .update(documentChange)
      .set({ sendAt: new Date(Date.now() - 1_000) })
      .where(eq(documentChange.listingId, about.listing.id))
    await Promise.all(Array.from({ length: 4 }, () => sendChangeEmails(context.services, about.listing.id)))
    expect([...(await subjectsTo(about.reader)), ...(await subjectsTo(about.other))]).toHaveLength(2)
  })

  test('are told of a document that is still being prepared when it is ready', async () => {
    const { db } = context.database
    const about = await createReadListing()
    const added = await createFile(db, { agent: about.agent, listingId: about.listing.id, state: 'processing' })
    await tell(about, 'everyone')
    await send(about)
    expect(await subjectsTo(about.reader)).toEqual([])
    await db.update(file).set({ state: 'ready' }).where(eq(file.id, added.id))
    await sendChangeEmails(context.services, about.listing.id)
    expect(await subjectsTo(about.reader)).toHaveLength(1)
  })
})

describe('on their private page buyers', () => {
  const text = (words: string) => ({ text: words, picture: null })

  test('see what they were told of, and which pages are different', async () => {
    const about = await createReadListing()
    await replaceDocument(about, bookPdf([['The summary'], ['The roof is new'], ['The drains']]))
    await tell(about, 'readers', 'After the repair')
    expect((await readPrivateLink(context.services, about.key)).changes).toEqual([])
    await send(about)
    const { changes } = await readPrivateLink(context.services, about.key)
    expect(changes).toMatchObject([{ name: 'Building report', kind: 'replaced', note: 'After the repair' }])
    const compared = await compareBuyersChange(context.services, { key: about.key, changeId: changes[0]?.id ?? '' })
    expect(compared).toEqual({
      samePages: 1,
      sameScans: 0,
      changedPages: 2,
      pages: [
        { state: 'different', from: 2, to: 2, before: text('The roof is original'), after: text('The roof is new') },
        { state: 'new', from: null, to: 3, before: text(''), after: text('The drains') },
      ],
    })
  })

  test('threat 135: see no change of another lead, of a hidden document or of a listing that is closed to them', async () => {
    const { db } = context.database
    const about = await createReadListing()
    await replaceDocument(about, bookPdf([['The summary']]))
    const { changeIds } = await tell(about, 'readers')
    const changeId = changeIds[0] ?? ''
    const compare = (key = about.key) => nameOfError(compareBuyersChange(context.services, { key, changeId }))
    // Not before they are told.
    expect(await compare()).toBe('NotFoundError')
    await send(about)
    expect(await compare()).toBe('done')
    const secret = context.services.env.APP_SECRET
    expect(await compare(signLinkKey(secret, about.other))).toBe('NotFoundError')
    expect(await compare(signLinkKey(secret, (await createReadListing()).reader))).toBe('NotFoundError')
    expect(await compare(about.key.slice(0, -1))).toBe('NotFoundError')
    for (const closed of [
      { access: 'hidden' },
      { access: 'chosen' },
      { archivedAt: new Date() },
      { state: 'processing' },
    ] as const) {
      await db.update(file).set(closed).where(eq(file.id, about.document.id))
      expect(await compare()).toBe('NotFoundError')
      expect((await readPrivateLink(context.services, about.key)).changes).toEqual([])
      await db
        .update(file)
        .set({ access: null, archivedAt: null, state: 'ready' })
        .where(eq(file.id, about.document.id))
    }
    await db.update(lead).set({ withdrawnAt: new Date() }).where(eq(lead.id, about.reader.id))
    expect(await compare()).toBe('NotFoundError')
    await db.update(lead).set({ withdrawnAt: null }).where(eq(lead.id, about.reader.id))
    expect(await compare()).toBe('done')
    await eraseDetails(context.services, about.key)
    expect(await compare()).toBe('DetailsDeleted')
  })
})

describe('a scanned page that changed', () => {
  /** A page without a word, of which the lower part is black. */
  const scan = (blackPoints: number) => createPdf({ content: `0 0 595 ${blackPoints} re f` })

  async function tellOfScan() {
    const about = await createReadListing()
    await replaceDocument(about, scan(200))
    await tell(about, 'nobody')
    await replaceDocument(about, scan(260))
    const changeId = (await tell(about, 'readers')).changeIds[0] ?? ''
    await send(about)
    const compare = () => compareBuyersChange(context.services, { key: about.key, changeId })
    const page = (await compare())?.pages[0]
    const [before, after] = [page?.before.picture?.url ?? '', page?.after.picture?.url ?? '']
    const ask = (url: string, fileId = about.document.id, width = 160) =>
      respondWithComparedPage(
        context.services,
        new Request(`https://files.example.nz${url}&width=${width}`),
        fileId,
        /compared\/(\d+)/.exec(url)?.[1] ?? '',
      )
    return { ...about, compare, page, before, after, ask }
  }
  const readPicture = async (response: Response) => Buffer.from(await response.arrayBuffer())

  test('and looks as before counts as a scan that stayed the same, which the buyer is warned about', async () => {
    const about = await createReadListing()
    await replaceDocument(about, scan(200))
    await tell(about, 'nobody')
    await replaceDocument(about, scan(201))
    const changeId = (await tell(about, 'readers')).changeIds[0] ?? ''
    await send(about)
    const compared = await compareBuyersChange(context.services, { key: about.key, changeId })
    expect(compared).toEqual({ samePages: 1, sameScans: 1, changedPages: 0, pages: [] })
  })

  test('is shown as a picture of each version, beside each other', async () => {
    const { page, before, after, ask } = await tellOfScan()
    const size = { width: 595, height: 842 }
    expect(page).toMatchObject({ state: 'different', from: 1, to: 1, before: { text: '', picture: size } })
    const [old, current] = [await ask(before), await ask(after)]
    expect(old.headers.get('content-type')).toBe('image/webp')
    expect(old.headers.get('cache-control')).toBe('private, no-store')
    const blackRows = async (response: Response) => {
      const grey = await sharp(await readPicture(response))
        .greyscale()
        .resize(1, 842, { fit: 'fill' })
        .raw()
        .toBuffer()
      return grey.filter((row) => row < 128).length
    }
    expect(Math.abs((await blackRows(old)) - 200)).toBeLessThan(10)
    expect(Math.abs((await blackRows(current)) - 260)).toBeLessThan(10)
  })

  test('names the reader across it if the document has a watermark, also in the earlier version', async () => {
    const { document, before, ask } = await tellOfScan()
    const plain = await readPicture(await ask(before))
    await context.database.db.update(file).set({ isWatermarked: true }).where(eq(file.id, document.id))
    expect(await readPicture(await ask(before))).not.toEqual(plain)
  })

  test('threat 138: is closed to others, by a made-up, expired or exchanged key, and when the document or the version is', async () => {
    const { db } = context.database
    const { document, reader, other, listing: home, before, ask } = await tellOfScan()
    const isRefused = async (url = before, fileId = document.id) =>
      expect(await nameOfError(ask(url, fileId))).toBe('NotFoundError')
    expect((await ask(before)).status).toBe(200)
    await isRefused(before, (await tellOfScan()).document.id)
    for (const wrong of [
      before.slice(0, -1),
      before.replace(reader.id, other.id),
      before.replace('/compared/1', '/compared/2'),
      before.replace(`${document.id}.2.1.`, `${document.id}.1.1.`),
    ])
      await isRefused(wrong)
    // As signed by us, for a lead who was not told.
    const grant = { listingId: home.id, changeId: before.match(/chng_\w+/)?.[0] ?? '', fileId: document.id }
    const othersUrl = comparedPageUrl(context.services.env.APP_SECRET, {
      ...grant,
      leadId: other.id,
      version: 2,
      page: 1,
    })
    await isRefused(othersUrl)
    for (const [closed, open] of [
      [{ access: 'hidden' }, { access: null }],
      [{ access: 'chosen' }, { access: null }],
      [{ archivedAt: new Date() }, { archivedAt: null }],
    ] as const) {
      await db.update(file).set(closed).where(eq(file.id, document.id))
      await isRefused()
      await db.update(file).set(open).where(eq(file.id, document.id))
    }
    for (const [closed, open] of [
      [{ withdrawnAt: new Date() }, { withdrawnAt: null }],
      [{ keysChangedAt: new Date(Date.now() + 60_000) }, { keysChangedAt: null }],
    ] as const) {
      await db.update(lead).set(closed).where(eq(lead.id, reader.id))
      await isRefused()
      await db.update(lead).set(open).where(eq(lead.id, reader.id))
    }
    expect((await ask(before)).status).toBe(200)
    const { now } = Date
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 10 * 60_000 + 1)
    await isRefused()
    vi.restoreAllMocks()
    const isErasedVersion = and(eq(fileVersion.fileId, document.id), eq(fileVersion.version, 2))
    await db.update(fileVersion).set({ erasedAt: new Date() }).where(isErasedVersion)
    await isRefused()
  })

  test('is closed until a document is confirmed that opens only then, and so is the comparison', async () => {
    const { document, before, ask, compare } = await tellOfScan()
    const acknowledgement = { acknowledgement: 'I have read it.', isAcknowledgementRequired: true }
    await context.database.db.update(file).set(acknowledgement).where(eq(file.id, document.id))
    expect(await nameOfError(ask(before))).toBe('AcknowledgementNeeded')
    expect(await nameOfError(compare())).toBe('AcknowledgementNeeded')
  })
})

describe('threat 136: the unsubscribe link', () => {
  const keyOf = (subscriber: Pick<typeof lead.$inferSelect, 'id' | 'keysChangedAt'>) =>
    documentChangeUnsubscribeUrl(context.services.env, subscriber).split('/').at(-1) ?? ''

  test('switches the emails of one buyer off and on again', async () => {
    const about = await createReadListing()
    const key = keyOf(about.reader)
    expect(await readChangeEmailChoice(context.services, key)).toEqual({
      listingTitle: about.listing.title,
      isOn: true,
    })
    await replaceDocument(about, bookPdf([['New']]))
    await tell(about, 'everyone')
    await saveChangeEmailChoice(context.services, key, false)
    await send(about)
    expect([await subjectsTo(about.reader), await subjectsTo(about.other)]).toEqual([[], [expect.any(String)]])
    await saveChangeEmailChoice(context.services, key, true)
    expect(await readChangeEmailChoice(context.services, key)).toMatchObject({ isOn: true })
  })

  test('works for nobody else: forged, guessed, of another purpose, or from before the address changed', async () => {
    const { db } = context.database
    const about = await createReadListing()
    const key = keyOf(about.reader)
    const wrong = ['', about.reader.id, key.slice(0, -1), key.replace(about.reader.id, about.other.id), about.key]
    for (const one of wrong)
      expect(await nameOfError(saveChangeEmailChoice(context.services, one, false))).toBe('NotFoundError')
    await db.update(lead).set({ keysChangedAt: new Date() }).where(eq(lead.id, about.reader.id))
    expect(await nameOfError(saveChangeEmailChoice(context.services, key, false))).toBe('NotFoundError')
    const rows = await db.select().from(lead).where(eq(lead.listingId, about.listing.id))
    expect(rows.map(({ unsubscribedAt }) => unsubscribedAt)).toEqual([null, null])
  })
})
