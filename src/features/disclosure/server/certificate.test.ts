import { createHash, createPublicKey, verify } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agency } from '#db/schema/agencies.ts'
import { recordSubject, signingKey } from '#db/schema/record.ts'
import { addToRecord, type RecordFact } from '#features/record/server/addToRecord.server.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { drawLogo } from '../../../../test/fixtures/content/logos.ts'
import { newIpAddress } from '../../../../test/fixtures/events.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { readPdf } from '../../../../test/support/content/readPdf.ts'
import { waitForBlockedStatement } from '../../../../test/support/database.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { CertificateData } from '../certificateData.ts'
import { readCertificate, signedText } from '../certificateSignature.ts'
import { createCertificate } from './createCertificate.server.ts'
import { checkSignature, publicKeysJson, requireSigningKey, rotateSigningKey } from './signingKeys.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices([])
})
afterAll(() => opened.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function createRecord() {
  const { db } = opened.database
  const agent = await createAgent(db, { firstName: 'Mia', lastName: 'Chen' })
  const listing = await createPublishedListing(db, { agent, title: '12 Rata Street' })
  const aroha = await createLead(db, { listingId: listing.id, firstName: 'Aroha', lastName: 'Ngata' })
  const ben = await createLead(db, { listingId: listing.id, firstName: 'Ben', lastName: 'Okafor' })
  const at = { fileId: 'file_0000000000000001', version: 1 }
  const details = { name: 'Building report' }
  const facts: RecordFact[] = [
    { kind: 'published', details: { title: '12 Rata Street' } },
    { kind: 'version_added', ...at, details: { ...details, sha256: 'b'.repeat(64) } },
    { kind: 'access_given', person: { leadId: aroha.id }, details: { source: 'form' } },
    { kind: 'version_opened', ...at, person: { leadId: aroha.id }, details },
    {
      kind: 'version_read',
      ...at,
      person: { leadId: aroha.id },
      details: { ...details, pagesRead: 12, pages: 40, seconds: 360 },
    },
    { kind: 'access_given', person: { leadId: ben.id }, details: { source: 'agent' } },
  ]
  await db.transaction((tx) => addToRecord(tx, { agencyId: listing.agencyId, listingId: listing.id }, facts))
  const [subject] = await db.select().from(recordSubject).where(eq(recordSubject.leadId, aroha.id))
  return { db, agent, listingId: listing.id, person: subject?.id ?? '' }
}

/** As the page that checks certificates does it. */
async function check(bytes: Uint8Array) {
  const parts = readCertificate(bytes)
  if (parts === undefined) return 'unknown'
  if (parts === 'damaged') return 'changed'
  const { keyId, signature, pdf, data } = parts
  const hashes = { pdfSha256: sha256(pdf), dataSha256: sha256(data) }
  return (await checkSignature(opened.services, { keyId, signature, ...hashes }, newIpAddress())).result
}

describe('a certificate', () => {
  test('of one buyer has the listing’s facts and theirs, and nobody else’s', async () => {
    const { agent, listingId, person } = await createRecord()
    const { pdf, name } = await createCertificate(opened.services, agent, { listingId, person })
    expect(name).toMatch(/-certificate\.pdf$/)
    const parts = readCertificate(pdf)
    if (!parts || parts === 'damaged') throw new Error('The certificate has no section.')
    const data = CertificateData.parse(JSON.parse(Buffer.from(parts.data).toString()))
    expect(data).toMatchObject({
      listing: { title: '12 Rata Street' },
      agent: { name: 'Mia Chen' },
      person: { name: 'Aroha Ngata' },
    })
    expect(data.record.length).toBe(6)
    expect(data.entries.map(({ kind }) => kind)).toEqual([
      'published',
      'version_added',
      'access_given',
      'version_opened',
      'version_read',
    ])
    expect(JSON.stringify(data)).not.toContain('Okafor')
  })

  test('of an agency has its name, logo and legal line', async () => {
    const { db, agent, listingId } = await createRecord()
    const plain = await createCertificate(opened.services, agent, { listingId })
    const brand = { name: 'Harbour & Hill', legalLine: 'Harbour & Hill Ltd, licensed REAA 2008' }
    await db
      .update(agency)
      .set({ ...brand, logo: await drawLogo(), logoVersion: 'v1' })
      .where(eq(agency.id, agent.agencyId))
    const { pdf, data } = await createCertificate(opened.services, agent, { listingId })
    expect(data.agent).toMatchObject({ agency: 'Harbour & Hill' })
    expect((await readPdf(pdf))[0]?.text).toContain('Harbour & Hill Ltd, licensed REAA 2008')
    expect(pdf.toString('latin1')).toContain('/Subtype /Image')
    expect(plain.pdf.toString('latin1')).not.toContain('/Subtype /Image')
    expect(await check(pdf)).toBe('valid')
  })

  test('is a PDF that is valid as it was issued', async () => {
    const { agent, listingId } = await createRecord()
    const { pdf } = await createCertificate(opened.services, agent, { listingId })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1')).toMatch(/%%EOF\n%property-files-certificate-1\n.*\nstartxref\n\d+\n%%EOF\n$/s)
    expect(await check(pdf)).toBe('valid')
  })

  test('is found to be changed by any byte, anything appended, and a section moved to another PDF', async () => {
    const { agent, listingId, person } = await createRecord()
    const { pdf } = await createCertificate(opened.services, agent, { listingId })
    const { pdf: other } = await createCertificate(opened.services, agent, { listingId, person })
    const start = pdf.indexOf('%property-files-certificate-1')
    const places = [...Array(20).keys()].map((n) => Math.floor((n * (start - 1)) / 19))
    for (const at of [...places, start + 60, start + 400]) {
      const changed = Buffer.from(pdf)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(await check(changed), `byte ${at}`).toBe('changed')
    }
    expect(await check(Buffer.concat([pdf, Buffer.from('\n')]))).toBe('changed')
    expect(await check(Buffer.concat([pdf, Buffer.from('1 0 obj\nendobj\n%%EOF\n'), pdf.subarray(start)]))).toBe(
      'changed',
    )
    expect(await check(Buffer.concat([other.subarray(0, other.indexOf('%property-files')), pdf.subarray(start)]))).toBe(
      'changed',
    )
    expect(await check(pdf.subarray(0, start))).toBe('unknown')
    expect(await check(Buffer.from('%PDF-1.7 something else'))).toBe('unknown')
  })

  test('can be checked without us, with the public key', async () => {
    const { db, agent, listingId } = await createRecord()
    const { pdf } = await createCertificate(opened.services, agent, { listingId })
    const parts = readCertificate(pdf)
    if (!parts || parts === 'damaged') throw new Error('The certificate has no section.')
    const { keys } = JSON.parse(await publicKeysJson(db, opened.services.env.APP_SECRET)) as {
      keys: { id: string; publicKey: string }[]
    }
    const known = keys.find(({ id }) => id === parts.keyId)
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: known?.publicKey ?? '' }, format: 'jwk' })
    const text = signedText({ pdfSha256: sha256(parts.pdf), dataSha256: sha256(parts.data) })
    expect(verify(null, Buffer.from(text), key, Buffer.from(parts.signature, 'base64url'))).toBe(true)
  })

  test('stays valid when another key signs, and keys are published with the current one first', async () => {
    const { db, agent, listingId } = await createRecord()
    const { APP_SECRET } = opened.services.env
    const before = await createCertificate(opened.services, agent, { listingId })
    const old = await requireSigningKey(db, APP_SECRET)
    const added = await rotateSigningKey(db, APP_SECRET)
    const after = await createCertificate(opened.services, agent, { listingId })
    expect(readCertificate(after.pdf)).toMatchObject({ keyId: added.id })
    expect([await check(before.pdf), await check(after.pdf)]).toEqual(['valid', 'valid'])
    const { keys } = JSON.parse(await publicKeysJson(db, APP_SECRET)) as {
      keys: { id: string; retiredAt: string | null }[]
    }
    expect(keys.slice(0, 2).map(({ id, retiredAt }) => [id, retiredAt === null])).toEqual([
      [added.id, true],
      [old.id, false],
    ])
    expect(JSON.stringify(keys)).not.toContain('privateKey')
    await db.delete(signingKey).where(eq(signingKey.id, added.id))
    expect(await check(after.pdf)).toBe('unknown')
  })

  test('that several processes want at their first start is signed with one key', async () => {
    const { db } = opened.database
    await db.delete(signingKey)
    // None of them can store a key before all have seen that there is none.
    const wanted = await db.transaction(async (tx) => {
      await tx.execute(sql`lock table signing_key in exclusive mode`)
      const keys = [1, 2, 3].map(() => requireSigningKey(db, opened.services.env.APP_SECRET))
      await waitForBlockedStatement(opened.database, 3)
      return keys
    })
    const found = await Promise.all(wanted)
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
    expect(await db.$count(signingKey)).toBe(1)
    expect(found[0]?.privateKey).not.toContain('MC4CAQAw')
  })

  test('is refused for a record that was changed', async () => {
    const { db, agent, listingId } = await createRecord()
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table record_entry disable trigger user`)
      await tx.execute(
        sql`update record_entry set details = '{"name":"Another report"}' where "listingId" = ${listingId} and sequence = 4`,
      )
      await tx.execute(sql`alter table record_entry enable trigger user`)
    })
    await expect(createCertificate(opened.services, agent, { listingId })).rejects.toMatchObject({ status: 409 })
  })
})

describe('threat 131: a certificate of another agent’s listing', () => {
  test('is not found, nor is one of a person in another record', async () => {
    const { db, agent, listingId, person } = await createRecord()
    const other = await createRecord()
    const refused = expect.objectContaining({ status: 404 })
    await expect(createCertificate(opened.services, await createAgent(db), { listingId })).rejects.toEqual(refused)
    await expect(
      createCertificate(opened.services, other.agent, { listingId: other.listingId, person }),
    ).rejects.toEqual(refused)
    await expect(createCertificate(opened.services, agent, { listingId, person: 'f'.repeat(32) })).rejects.toEqual(
      refused,
    )
  })
})

describe('threat 133: a file that is made to be hard to check', () => {
  const MARKER = '%property-files-certificate-1\n'

  test.each([
    ['ten megabytes of markers', 'changed', Buffer.from(MARKER.repeat(300_000))],
    ['ten megabytes of one letter after a marker', 'changed', Buffer.from(`${MARKER}%data ${'A'.repeat(9_900_000)}`)],
    [
      'a huge piece of data',
      'changed',
      Buffer.from(
        `${MARKER}%data ${'A'.repeat(7_000_000)}\n%key a\n%signature ${'A'.repeat(86)}\nstartxref\n1\n%%EOF\n`,
      ),
    ],
    [
      'data that is not base64url',
      'changed',
      Buffer.from(`${MARKER}%data A\n%key a\n%signature ${'A'.repeat(86)}\nstartxref\n1\n%%EOF\n`),
    ],
    ['ten megabytes of percent signs', 'unknown', Buffer.alloc(10_000_000, '%')],
  ])('is refused: %s is %s', async (_name, result, bytes) => {
    expect(await check(bytes)).toBe(result)
  })

  test('is not parsed: a signature counts only for the hashes that were signed', async () => {
    const { db } = opened.database
    const { id } = await requireSigningKey(db, opened.services.env.APP_SECRET)
    const forged = { keyId: id, pdfSha256: '0'.repeat(64), dataSha256: '0'.repeat(64), signature: 'A'.repeat(86) }
    expect(await checkSignature(opened.services, forged, newIpAddress())).toEqual({ result: 'changed' })
    expect(await checkSignature(opened.services, { ...forged, keyId: 'nobody' }, newIpAddress())).toEqual({
      result: 'unknown',
    })
  })

  test('is limited for each address', async () => {
    const clientIp = newIpAddress()
    const input = { keyId: 'nobody', pdfSha256: '0'.repeat(64), dataSha256: '0'.repeat(64), signature: 'A'.repeat(86) }
    const results = []
    for (let n = 0; n < 121; n++)
      results.push(
        await checkSignature(opened.services, input, clientIp).catch((error: { status: number }) => error.status),
      )
    expect(results.at(-1)).toBe(429)
  })
})
