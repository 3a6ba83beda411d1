import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { agency } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { sharePicture } from '#db/schema/listings.ts'
import type { Role } from '#values/agencyValues.ts'
import { createAgency } from '../../../../test/fixtures/agencies.ts'
import { callsWithCookie, createSession, createSignedInAgent } from '../../../../test/fixtures/agents.ts'
import { drawLogo } from '../../../../test/fixtures/content/logos.ts'
import { pngBomb } from '../../../../test/fixtures/content/photos.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createQuestion } from '../../../../test/fixtures/questions.ts'
import { call } from '../../../../test/support/call.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../test/support/processes/deployedApp.ts'
import type { BrandFields } from '../brand.schema.ts'

const parts = useDeployedApp()

const fields: BrandFields = {
  name: 'Harbour & Hill',
  legalLine: 'Licensed REAA 2008',
  website: 'https://harbour.example',
  colour: '#1e4a86',
  officeEmail: '',
  emailText: 'Thank you for your interest.',
  privacyText: 'We keep your details for a year.',
}

let logo: string
beforeAll(async () => {
  logo = (await drawLogo()).toString('base64')
})

type Calls = ReturnType<typeof callsWithCookie>
interface Stored {
  fields: BrandFields
  version: string
  logo: { url: string; width: number; height: number } | null
}

const readBrand = async ({ get }: Calls) => (await get('fetchBrand')).result as Stored
const save = async (calls: Calls, change: Partial<BrandFields> = {}) =>
  calls.post('saveBrand', { ...fields, ...change, version: (await readBrand(calls)).version })
const pageOf = async (slug: string) => (await fetch(`${parts.url}/listings/${slug}`)).text()

/** An agency whose members are signed in. */
async function createOffice() {
  const office = await createAgency(parts.db)
  const calls = async (role: Role) => callsWithCookie(parts.url, await createSession(parts.db, office[role].id))
  return { office, calls }
}

describe('the brand of an agency', () => {
  test('is saved, with the website and colour in one spelling, and is in the activity log', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    const officeEmail = 'office@harbour.example'
    const typed = { website: 'Harbour.example/', colour: '1E4A86', name: '  Harbour & Hill ', officeEmail }
    expect((await save(calls, typed)).status).toBe(200)
    expect((await readBrand(calls)).fields).toEqual({ ...fields, officeEmail })
    const [entry] = await parts.db.select().from(audit).where(eq(audit.action, 'brand_changed'))
    expect(entry).toMatchObject({ userId: agent.id, agencyId: agent.agencyId })
    expect(entry?.details).toEqual({ fields: Object.keys(fields) })
  })

  test('is changed by owners and managers only', async () => {
    const { calls } = await createOffice()
    const version = (await readBrand(await calls('owner'))).version
    const changes: [string, unknown][] = [
      ['saveBrand', { ...fields, version }],
      ['saveLogo', { logo }],
      ['saveAgencyQuestions', { questions: [] }],
    ]
    for (const role of ['agent', 'assistant'] as const) {
      const member = await calls(role)
      expect((await member.get('fetchBrand')).status).toBe(403)
      for (const [name, data] of changes) expect([name, (await member.post(name, data)).status]).toEqual([name, 403])
    }
    const manager = await calls('manager')
    for (const [name, data] of changes) expect([name, (await manager.post(name, data)).status]).toEqual([name, 200])
    expect((await readBrand(await calls('owner'))).fields).toEqual(fields)
  })

  test('is not overwritten by a manager who has not seen another’s change; a new logo is no such change', async () => {
    const { calls } = await createOffice()
    const [owner, manager] = [await calls('owner'), await calls('manager')]
    const { version } = await readBrand(owner)
    expect((await manager.post('saveLogo', { logo })).status).toBe(200)
    expect((await manager.post('saveBrand', { ...fields, version })).status).toBe(200)
    const late = await owner.post('saveBrand', { ...fields, name: 'Mine', version })
    expect([late.status, late.error]).toMatchObject([409, { name: 'ChangedElsewhere' }])
    expect((await readBrand(owner)).fields.name).toBe('Harbour & Hill')
    expect((await save(owner, { name: 'Mine' })).status).toBe(200)
  })

  test('of one agency stays as it is when another changes its own', async () => {
    const [mine, theirs] = [await createSignedInAgent(parts), await createSignedInAgent(parts)]
    await save(mine)
    await save(theirs, { name: 'Theirs' })
    expect((await readBrand(mine)).fields.name).toBe('Harbour & Hill')
  })

  test('names the field that is wrong', async () => {
    const calls = await createSignedInAgent(parts)
    const { status, error } = await save(calls, { website: 'javascript:alert(1)' })
    expect([status, error]).toMatchObject([400, { fields: { website: expect.stringContaining('https://') } }])
  })
})

describe('the logo', () => {
  test('threat 151: is served as a PNG and nothing else, and its URL changes with it', async () => {
    const calls = await createSignedInAgent(parts)
    expect((await calls.post('saveLogo', { logo })).status).toBe(200)
    const first = (await readBrand(calls)).logo
    expect(first).toMatchObject({ width: 504, height: 120 })
    const answer = await fetch(parts.url + first?.url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: 'png', width: 504, height: 120 })

    await calls.post('saveLogo', { logo })
    expect((await readBrand(calls)).logo?.url).not.toBe(first?.url)
    expect((await calls.post('saveLogo', { logo: null })).status).toBe(200)
    expect((await readBrand(calls)).logo).toBeNull()
    expect((await fetch(parts.url + first?.url)).status).toBe(404)
  })

  test('threat 151: an SVG, a bomb and garbage are refused with a sentence, and the logo stays', async () => {
    const calls = await createSignedInAgent(parts)
    await calls.post('saveLogo', { logo })
    const before = (await readBrand(calls)).logo
    const refused = {
      SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      pixels: pngBomb(30_000),
      PNG: Buffer.from('x'),
    }
    for (const [word, bytes] of Object.entries(refused)) {
      const { status, error } = await calls.post('saveLogo', { logo: bytes.toString('base64') })
      expect([status, error]).toMatchObject([422, { name: 'UnusableLogo', message: expect.stringContaining(word) }])
    }
    expect((await calls.post('saveLogo', { logo: 'A'.repeat(960_000) })).status).toBe(400)
    expect((await readBrand(calls)).logo).toEqual(before)
  })
})

describe('buyers see', () => {
  test('nothing new for an agency that has only a name', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    const { slug } = await createPublishedListing(parts.db, { agent })
    await save(calls, { legalLine: '', website: '', colour: '' })
    const page = await pageOf(slug)
    expect(page).toContain('<span>Property Files</span>')
    expect(page).toContain('Harbour &amp; Hill')
    expect(page).not.toContain('Made with Property Files')
  })

  test('the agency first on the page of a listing, with its logo, colour, legal line and website', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    const { slug } = await createPublishedListing(parts.db, { agent })
    expect(await pageOf(slug)).not.toContain('Harbour')
    await save(calls)
    await calls.post('saveLogo', { logo })
    const { logo: stored } = await readBrand(calls)
    const page = await eventually(async () => {
      const text = await pageOf(slug)
      return text.includes(stored?.url ?? '?') && text
    })
    expect(page).toContain('alt="Harbour &amp; Hill"')
    expect(page).toContain('--mantine-color-teal-9:#1e4a86')
    expect(page).toContain('Licensed REAA 2008')
    expect(page).toContain('href="https://harbour.example"')
    expect(page).toContain('Made with Property Files')
    expect(page).toContain('property="og:site_name" content="Harbour &amp; Hill"')
    expect(page).not.toContain('office@harbour.example')
  })

  test('our colour where the agency’s cannot be read', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    const { slug } = await createPublishedListing(parts.db, { agent })
    await save(calls, { colour: '#ffd100' })
    const page = await pageOf(slug)
    expect(page).toContain('Licensed REAA 2008')
    expect(page).not.toMatch(/ffd100|--mantine-color-teal-9:/)
  })

  test('what the agency says about privacy, beside our notice', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    const { slug } = await createPublishedListing(parts.db, { agent })
    await save(calls)
    expect(await pageOf(slug)).toContain('>We keep your details for a year.</p>')
  })

  test('threat 152: markup in the brand as text, and a style that was stored by hand not at all', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    const { slug } = await createPublishedListing(parts.db, { agent })
    const evil = '"><script>alert(1)</script><style>*{display:none}</style>'
    await save(calls, { name: evil, legalLine: evil, privacyText: evil })
    const page = await pageOf(slug)
    expect(page).not.toContain('<script>alert(1)')
    expect(page).not.toContain('<style>*{')
    expect(page).toContain('&lt;script&gt;alert(1)')

    const colour = 'red;background:url(https://evil.example)'
    await parts.db.update(agency).set({ colour }).where(eq(agency.id, agent.agencyId))
    expect((await save(calls, { name: 'Harbour', colour: '' })).status).toBe(200)
    await parts.db.update(agency).set({ colour }).where(eq(agency.id, agent.agencyId))
    expect(await pageOf(slug)).not.toContain('evil.example')
  })

  test('a share picture that is drawn again when the brand changes', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    const { id, slug } = await createPublishedListing(parts.db, { agent })
    const pathOf = async () =>
      (await parts.db.select().from(sharePicture).where(eq(sharePicture.listingId, id)))[0]?.path
    await save(calls)
    const first = await eventually(pathOf)
    const urlOf = async () => (await pageOf(slug)).match(/property="og:image" content="([^"]+)"/)?.[1]
    const firstUrl = await urlOf()
    await calls.post('saveLogo', { logo })
    await eventually(async () => (await pathOf()) !== first)
    expect(await eventually(async () => (await urlOf()) !== firstUrl)).toBe(true)
  })

  test('the agency’s questions, on listings whose agent has none', async () => {
    const { agent, post, get } = await createSignedInAgent(parts)
    const { id } = await createPublishedListing(parts.db, { agent })
    const asked = async () =>
      (
        (await call(parts.url, 'fetchPublicListing', { data: { id } })).result as { questions: { text: string }[] }
      ).questions.map(({ text }) => text)
    const [ours, own] = [createQuestion({ text: 'Where do you live now?' }), createQuestion({ text: 'Are you ready?' })]
    expect((await post('saveAgencyQuestions', { questions: [ours] })).status).toBe(200)
    expect(await asked()).toEqual([ours.text])
    expect((await get('fetchBrand')).result).toMatchObject({ questions: [ours] })
    await post('saveUsualQuestions', { questions: [own] })
    expect(await asked()).toEqual([own.text])
    await post('saveUsualQuestions', { questions: [] })
    expect(await asked()).toEqual([ours.text])
  })
})

describe('the name of an agency', () => {
  const newProfile = { firstName: 'Mia', lastName: 'Chen', phone: '', licenceLine: '', timeZone: 'Pacific/Auckland' }
  const nameOf = async (id: string) => (await parts.db.select().from(agency).where(eq(agency.id, id)))[0]?.name

  test('is the one that an agent alone enters in the settings or with the brand', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    const { id } = await createPublishedListing(parts.db, { agent })
    await calls.post('saveProfile', { ...newProfile, agencyName: 'Mia Chen Ltd' })
    expect(await nameOf(agent.agencyId)).toBe('Mia Chen Ltd')
    await save(calls, { name: 'Harbour' })
    expect((await calls.get('fetchSettings')).result).toMatchObject({ agencyName: 'Harbour' })
    const cards = await call(parts.url, 'fetchAgentCards', { data: { listingId: id } })
    expect(cards.result).toMatchObject({ agent: { agencyName: 'Harbour' }, coAgents: [] })
  })

  test('stays when settings without it are saved for the first time', async () => {
    const { agent, ...calls } = await createSignedInAgent(parts)
    await save(calls)
    await calls.post('saveEmailPreferences', { mutedEmails: [] })
    expect(await nameOf(agent.agencyId)).toBe(fields.name)
  })

  test('is not changed by the profile of someone in a team, and buyers see it with each of them', async () => {
    const { office, calls } = await createOffice()
    await save(await calls('manager'))
    const agent = await calls('agent')
    expect((await agent.post('saveProfile', { ...newProfile, agencyName: 'My own' })).status).toBe(200)
    await (await calls('owner')).post('saveProfile', { ...newProfile, agencyName: 'My own' })
    expect(await nameOf(office.agent.agencyId)).toBe(fields.name)
    expect((await agent.get('fetchSettings')).result).toMatchObject({ agencyName: fields.name })
    const { id } = await createPublishedListing(parts.db, { agent: office.agent })
    expect((await call(parts.url, 'fetchAgentCards', { data: { listingId: id } })).result).toMatchObject({
      agent: { firstName: 'Mia', agencyName: fields.name },
    })
  })
})
