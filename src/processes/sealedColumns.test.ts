import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createListing } from '../../test/fixtures/listings.ts'
import { freshDatabase, waitForBlockedStatement } from '../../test/support/database.ts'
import { openServices } from '../../test/support/services/services.ts'
import { keptKey, recordHead, signingKey } from '../db/schema/record.ts'
import { requireSigningKey } from '../features/disclosure/server/signingKeys.server.ts'
import { addToRecord } from '../features/record/server/addToRecord.server.ts'
import { provideRecordKeys, recordSubjectId } from '../features/record/server/recordChain.server.ts'
import { resealRecords } from '../features/record/server/resealRecords.server.ts'
import { findRecordError } from '../features/record/server/verifyRecord.server.ts'
import { endOldLinks, keepLastingKeys, openKeptKeys } from '../platform/secrets/keptKeys.server.ts'
import { Keyring, SecretMissingError } from '../platform/secrets/keyring.server.ts'
import { resealColumn } from '../platform/secrets/reseal.server.ts'
import { createSeal, sealedWith } from '../platform/secrets/seal.server.ts'
import { readSignedText, signText } from '../platform/secrets/signedText.server.ts'
import { keyPurposes, purposesWithFate } from '../values/keyPurposes.ts'
import { sealedColumns } from './sealedColumns.server.ts'

const OLD = 'the old secret, which is long enough'
const NEW = 'the new secret, which is long enough'
const STRANGERS = 'a secret that nobody here has ever had'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

test('everything that is stored sealed can be sealed again', () => {
  const purposes = Object.keys(keyPurposes).flatMap((purpose) => /^seal (.+)/.exec(purpose)?.[1] ?? [])
  expect([...new Set(sealedColumns.map(({ purpose }) => purpose))].toSorted()).toEqual(purposes.toSorted())
})

describe('sealing again', () => {
  const keyring = new Keyring(NEW, [OLD])
  const jobs = sealedColumns.filter(({ purpose }) => purpose === 'mail')
  const reseal = async (isReseal = true) => {
    const [column] = jobs
    if (!column) throw new Error('No jobs.')
    return resealColumn(opened.database.db, keyring, column, isReseal)
  }
  const store = (seals: string[]) => opened.database.sql`
    insert into pgboss.job (name, data) select 'mail', jsonb_build_object('sealed', one)
    from jsonb_array_elements_text(${JSON.stringify(seals)}::jsonb) one`
  const listSeals = async () => {
    const rows = await opened.database.sql<{
      sealed: string
    }>`select data->>'sealed' as sealed from pgboss.job where name = 'mail'`
    return rows.map(({ sealed }) => sealed)
  }
  const empty = () => opened.database.sql`delete from pgboss.job where name = 'mail'`

  test('takes what has an earlier secret, in batches, and counts first without changing anything', async () => {
    onTestFinished(async () => void (await empty()))
    const letters = Array.from({ length: 1_201 }, (_, index) => ({ index }))
    await store(letters.map((letter) => createSeal(OLD, 'mail').close(letter)))
    // One from a version whose values do not name their secret, and one that needs nothing.
    await store([
      createSeal(OLD, 'mail').close({ index: 1_201 }).split('.')[0] ?? '',
      createSeal(NEW, 'mail').close({ index: 1_202 }),
    ])
    expect(await reseal(false)).toMatchObject({ old: 1_202, unreadable: 0 })
    expect(await reseal(false)).toMatchObject({ old: 1_202, unreadable: 0 })
    expect(await reseal()).toMatchObject({ old: 1_202, unreadable: 0 })
    expect(await reseal(false)).toMatchObject({ old: 0, unreadable: 0 })
    const contents = (await listSeals()).map((sealed) => createSeal(NEW, 'mail').open(sealed) as { index: number })
    expect(contents.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 1_203 }, (_, n) => n),
    )
  })

  test('leaves and counts what no secret opens', async () => {
    onTestFinished(async () => void (await empty()))
    const lost = createSeal(STRANGERS, 'mail').close('lost')
    await store([lost, createSeal(OLD, 'mail').close('old')])
    expect(await reseal()).toMatchObject({ old: 2, unreadable: 1 })
    expect(await reseal()).toMatchObject({ old: 1, unreadable: 1 })
    expect(await listSeals()).toContain(lost)
  })

  test('does not undo what another process writes at the same time', async () => {
    onTestFinished(async () => void (await empty()))
    await store([createSeal(OLD, 'mail').close('before')])
    const meanwhile = createSeal(NEW, 'mail').close('meanwhile')
    const resealing = await opened.database.db.transaction(async (tx) => {
      await tx.execute(`update pgboss.job set data = jsonb_build_object('sealed', '${meanwhile}') where name = 'mail'`)
      const running = reseal()
      await waitForBlockedStatement(opened.database)
      return { running }
    })
    await resealing.running
    expect(await listSeals()).toEqual([meanwhile])
  })

  test('gives records the seal of the current secret, but not one that was changed', async () => {
    const { db } = opened.database
    onTestFinished(() => provideRecordKeys('a secret for the records of tests'))
    provideRecordKeys(OLD)
    const [one, other] = [await createListing(db), await createListing(db)]
    for (const { agencyId, id: listingId } of [one, other])
      await db.transaction((tx) =>
        addToRecord(tx, { agencyId, listingId }, [{ kind: 'published', details: { title: '1 Rata Street' } }]),
      )
    await db.update(recordHead).set({ length: 7 }).where(eq(recordHead.listingId, other.id))
    provideRecordKeys(keyring)
    expect(await findRecordError(db, one.id)).toBeUndefined()
    expect(await resealRecords(db, false)).toMatchObject({ old: 2, unreadable: 1 })
    expect(await resealRecords(db, true)).toMatchObject({ old: 2, unreadable: 1 })
    expect(await resealRecords(db, true)).toMatchObject({ old: 1, unreadable: 1 })
    provideRecordKeys(NEW)
    expect(await findRecordError(db, one.id)).toBeUndefined()
    expect(await findRecordError(db, other.id)).toBeDefined()
  })
})

describe('the keys that outlast a secret', () => {
  const subject = { leadId: 'lead_1' }
  /** As a process that has just started with these secrets. */
  async function start(db: Parameters<typeof openKeptKeys>[0], current: string, previous: string[] = []) {
    const keyring = new Keyring(current, previous)
    const isComplete = await openKeptKeys(db, keyring)
    return { keyring, isComplete, subjectId: () => keyring.fixed('record subject').toString('hex') }
  }

  test('are fixed by the first start: a person has the same pseudonym before, while and after the secret changes', async () => {
    const { db } = await freshDatabase()
    const first = await start(db, OLD)
    provideRecordKeys(OLD)
    onTestFinished(() => provideRecordKeys('a secret for the records of tests'))
    const before = recordSubjectId(subject, 'list_1')
    const [old, changed] = [await start(db, OLD, [NEW]), await start(db, NEW, [OLD])]
    await reseal(db, changed.keyring)
    const after = await start(db, NEW)
    for (const { isComplete, keyring, subjectId } of [first, old, changed, after]) {
      expect(isComplete).toBe(true)
      expect(subjectId()).toBe(first.subjectId())
      provideRecordKeys(keyring)
      expect(recordSubjectId(subject, 'list_1')).toBe(before)
    }
  })

  test('are those of the secret in use, when this version and a new secret come with the same start', async () => {
    const { db } = await freshDatabase()
    await requireSigningKey(db, OLD)
    const [changed, other] = await Promise.all([start(db, NEW, [OLD]), start(db, OLD, [NEW])])
    expect(changed.subjectId()).toBe(new Keyring(OLD).fixed('record subject').toString('hex'))
    expect(other.subjectId()).toBe(changed.subjectId())
    expect(await db.select().from(keptKey)).toHaveLength(2)
  })

  test('are not replaced when a start has not got the secret', async () => {
    const { db } = await freshDatabase()
    await requireSigningKey(db, OLD)
    const wrong = await start(db, NEW)
    expect(wrong.isComplete).toBe(false)
    expect(wrong.subjectId).toThrow(SecretMissingError)
    expect(await db.select().from(keptKey)).toEqual([])
    expect((await start(db, OLD)).isComplete).toBe(true)
    const again = await start(db, NEW)
    expect(again.isComplete).toBe(false)
    expect(again.subjectId).toThrow(SecretMissingError)
    expect((await start(db, OLD)).isComplete).toBe(true)
  })

  test('threat 242: keep links from before valid without the old secret, until they are ended', async () => {
    const { db } = await freshDatabase()
    await start(db, OLD)
    const { keyring } = await start(db, NEW, [OLD])
    const link = signText(OLD, 'vendor link', 'vend_1')
    expect(await keepLastingKeys(db, keyring)).toBe(purposesWithFate('lasting').length)
    expect(await keepLastingKeys(db, keyring)).toBe(0)
    await reseal(db, keyring)
    const after = await start(db, NEW)
    expect(readSignedText(after.keyring, 'vendor link', link)).toBe('vend_1')
    expect(readSignedText(after.keyring, 'lead document', signText(OLD, 'lead document', 'x'))).toBeUndefined()
    // A second change keeps them, too.
    const third = await start(db, STRANGERS, [NEW])
    await keepLastingKeys(db, third.keyring)
    await reseal(db, third.keyring)
    const last = await start(db, STRANGERS)
    expect(readSignedText(last.keyring, 'vendor link', link)).toBe('vend_1')
    expect(readSignedText(last.keyring, 'vendor link', signText(NEW, 'vendor link', 'vend_1'))).toBe('vend_1')
    expect(await endOldLinks(db)).toBe(2 * purposesWithFate('lasting').length)
    const ended = await start(db, STRANGERS)
    expect(ended.isComplete).toBe(true)
    expect(readSignedText(ended.keyring, 'vendor link', link)).toBeUndefined()
  })

  test('threat 245: are stored sealed, and so is the key of certificates', async () => {
    const { db } = await freshDatabase()
    await start(db, OLD)
    await requireSigningKey(db, OLD)
    const { keyring } = await start(db, NEW, [OLD])
    await keepLastingKeys(db, keyring)
    await reseal(db, keyring)
    const rows = await db.select().from(keptKey).orderBy(asc(keptKey.purpose))
    const [signing] = await db.select().from(signingKey)
    for (const sealed of [...rows.map((row) => row.sealed), signing?.privateKey ?? '']) {
      expect(sealedWith(sealed)).toBe(keyring.id)
      expect(() => createSeal(OLD, 'kept key').open(sealed)).toThrow()
    }
    const stored = JSON.stringify([rows, signing])
    for (const { material } of keyring.derive('vendor link')) expect(stored).not.toContain(material.toString('base64'))
  })

  async function reseal(db: Parameters<typeof openKeptKeys>[0], keyring: Keyring) {
    for (const column of sealedColumns) await resealColumn(db, keyring, column, true)
  }
})
