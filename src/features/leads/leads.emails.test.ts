import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agency } from '#db/schema/agencies.ts'
import { listing } from '#db/schema/listings.ts'
import { deliverEmailJob } from '#platform/mail/mailer.server.ts'
import { drawLogo } from '../../../test/fixtures/content/logos.ts'
import { createFile } from '../../../test/fixtures/files.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { isLong } from '../../../test/support/longRun.ts'
import { freePort } from '../../../test/support/processes/app.ts'
import { type ScriptedSmtp, startScriptedSmtp } from '../../../test/support/servers/scriptedSmtp.ts'
import { type LeadServices, openLeadServices } from '../../../test/support/services/leadServices.ts'
import { registerWorker } from '../../../test/support/services/services.ts'
import { unsubscribeUrl } from '../accounts/server/emailChoice.server.ts'
import { sendDigestJob } from './server/agentNotifications/notifyAgent.server.ts'

let port: number
let smtp: ScriptedSmtp
let context: LeadServices
beforeAll(async () => {
  port = await freePort()
  smtp = await startScriptedSmtp(port)
  context = await openLeadServices([registerWorker(deliverEmailJob), registerWorker(sendDigestJob)], {
    smtpUrl: smtp.url,
  })
})
afterAll(async () => {
  await context.close()
  await smtp.stop()
})

const arrivedAt = (email: string) =>
  smtp.received.filter(({ mail }) => mail.to?.some(({ address }) => address === email))
const mailTo = (email: string) => eventually(() => arrivedAt(email).at(-1))

describe('the email to the agent', () => {
  test('begins with the number to call, and a reply goes to the buyer', async () => {
    const { agent, id } = await context.createListing()
    const note = 'May I come on Saturday?\nI bring my sister.'
    const { leadId } = await context.submitLead(id, { email: 'jane@example.com', note })
    const { mail, raw } = await mailTo(agent.email)

    expect(mail).toMatchObject({
      subject: 'New lead: Jane Doe for 12 Rata Street',
      from: { address: 'hello@example.nz' },
      replyTo: [{ address: 'jane@example.com' }],
    })
    const turnOff = unsubscribeUrl(context.services.env, agent.id, 'new_lead')
    expect(raw.replaceAll(/\r?\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${turnOff}>`)
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail.text).toBe(
      [
        'Jane Doe is interested in 12 Rata Street',
        '+64 21 123 4567',
        note,
        'jane@example.com (reply to this email to write to them)',
        `Open lead:\nhttps://files.example.nz/portal/leads?lead=${leadId}`,
        `Listing: 12 Rata Street https://files.example.nz/portal/listings/${id}`,
        `You’re receiving this because a buyer left their details on your listing. Turn off these emails ${turnOff}\n`,
      ].join('\n\n'),
    )
    expect(mail.html).toContain('href="tel:+64211234567"')
    expect(mail.html).toContain('href="mailto:jane@example.com"')
    expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@files\.example\.nz>$/im)
  })

  test('threat 42: markup in every field is shown as text', async () => {
    const { agent, id } = await context.createListing()
    const evil = '<img src=evil onerror=alert(1)>'
    await context.submitLead(id, {
      firstName: evil,
      lastName: '</h1><script>',
      note: `${evil}\n<a href="https://evil">here</a>`,
    })
    const { mail } = await mailTo(agent.email)

    expect(mail.html).not.toMatch(/<img|<script|<a href="https:\/\/evil"/)
    expect(mail.html).toContain('&lt;img src=evil onerror=alert(1)&gt;')
    expect(mail.text).toContain(`${evil}\n<a href="https://evil">here</a>`)
    expect(mail.subject).toContain(evil)
    expect(mail.from?.address).toBe('hello@example.nz')
  })

  test('is one email to one address, even with a very long or unusual name', async () => {
    const { agent, id } = await context.createListing()
    await context.submitLead(id, { firstName: 'W'.repeat(100), lastName: '王小明, "Bcc: evil@example.com"' })
    const { mail } = await mailTo(agent.email)
    expect(mail.subject).toMatch(/^New lead: W{100} 王小明, "Bcc: evil@example.com" for 12/)
    expect([mail.to, mail.bcc, mail.cc]).toEqual([[{ address: agent.email, name: '' }], undefined, undefined])
  })
})

describe('an email in the name of an agency', () => {
  const brand = {
    name: 'Harbour & Hill',
    legalLine: 'Licensed REAA 2008',
    colour: '#1e4a86',
    website: 'https://harbour.example',
    emailText: 'Please read everything.\nWe never email bank details.',
  }

  async function sendFrom(fields: Partial<typeof brand> & { logo?: Buffer; logoVersion?: string }) {
    const { agent, id } = await context.createListing()
    await context.database.db
      .update(agency)
      .set({ ...brand, ...fields })
      .where(eq(agency.id, agent.agencyId))
    const email = `${randomUUID()}@example.com`
    await context.submitLead(id, { email })
    return mailTo(email)
  }

  test('shows its logo from our own site, its colour, closing text and legal line, and no link to its website', async () => {
    const { mail } = await sendFrom({ logo: await drawLogo({ width: 504, height: 120 }), logoVersion: 'v1' })
    const picture = mail.html?.match(/<img[^>]+agency-logo[^>]+>/)?.[0]
    expect(picture).toMatch(/src="https:\/\/files\.example\.nz\/agency-logo\/agcy_\w+\?v=v1"/)
    expect(picture).toMatch(/alt="Harbour &amp; Hill".*width="168".*height="40"/)
    expect(mail.html).toMatch(/background-color:#1e4a86/)
    expect(mail.html).not.toContain('harbour.example')
    expect(mail.text).toContain('Please read everything.\nWe never email bank details.\n\nLicensed REAA 2008')
    expect(mail.text).toContain('Sent with Property Files.')
  })

  test('shows its name until it has a logo, and our colour where its own cannot be read', async () => {
    const { mail } = await sendFrom({ colour: '#ffd100' })
    expect(mail.html).toContain('Harbour &amp; Hill</p>')
    expect(mail.html).not.toContain('ffd100')
    expect(mail.html).toContain('background-color:#087f5b')
  })

  test('threat 153: a brand that was stored by hand adds no header, no markup and no link', async () => {
    const { mail, raw } = await sendFrom({
      name: 'Harbour\r\nBcc: everyone@example.nz',
      legalLine: '<a href="https://evil.example">here</a>',
      emailText: 'Pay at https://evil.example now',
      colour: '#1e4a86;background:url(https://evil.example)',
    })
    expect([mail.bcc, mail.cc]).toEqual([undefined, undefined])
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/everyone@example/)
    expect(`${mail.html}${mail.text}`).not.toMatch(/evil\.example|everyone@example/)
  })
})

describe('the email to the buyer', () => {
  /** A listing with everything that its agent can fill in. */
  async function createWholeListing(agentFields: Parameters<typeof context.createListing>[0] = {}) {
    const { db } = context.database
    const { agent, id } = await context.createListing({
      ...{ firstName: 'Mia', lastName: 'Chen', phone: '+64215550100' },
      profile: { agencyName: 'Harbour Realty', licenceLine: 'Licensed under the REAA 2008', photoVersion: 'v1' },
      ...agentFields,
    })
    await db
      .update(listing)
      .set({
        unit: '3',
        streetNumber: '12',
        street: 'Rata Street',
        suburb: 'Karori',
        city: 'Wellington',
        country: 'NZ',
      })
      .where(eq(listing.id, id))
    return { db, agent, id }
  }
  const send = async (id: string) => {
    const email = `${randomUUID()}@example.com`
    const { leadId } = await context.submitLead(id, { email })
    return { leadId, ...(await mailTo(email)) }
  }

  test('comes from the agent, shows the property, the documents and the agent, and has the private link', async () => {
    const { db, agent, id } = await createWholeListing()
    const photo = { agent, listingId: id, type: 'image', contentType: 'image/webp', width: 1920, height: 1280 } as const
    await createFile(db, photo)
    for (let n = 1; n <= 13; n += 1) await createFile(db, { agent, listingId: id, name: `Plan ${n}/A`, rank: n })
    const { leadId, mail } = await send(id)
    expect(mail).toMatchObject({
      subject: 'Your documents for 12 Rata Street',
      from: { name: 'Mia Chen via Property Files', address: 'hello@example.nz' },
      replyTo: [{ address: agent.email, name: '' }],
    })
    const link = new RegExp(
      `https://files\\.example\\.nz/listings/12-rata-street[\\w-]*/open\\?key=${leadId}\\.[\\w-]{43}`,
    )
    expect(mail.text?.replace(link, 'LINK')).toBe(
      [
        'The documents for 12 Rata Street',
        '3/12 Rata Street, Karori, Wellington',
        'This link opens the documents on any device, as often as you like. It’s only for you, so please don’t share it.',
        'Open the documents:\nLINK',
        [...Array.from({ length: 10 }, (_, n) => ` * Plan ${n + 1}/A`), ' * and 3 more'].join('\n'),
        'Mia Chen\nHarbour Realty\nLicensed under the REAA 2008\n+64 21 555 0100',
        'On the same page you can view, edit or delete your details. To contact the agent, reply to this email.',
        'You’re receiving this because someone left your details on this listing. If that wasn’t you, ignore this email, or open the link and delete them.\n',
      ].join('\n\n'),
    )
    // Outlook cannot show the photos themselves, which are WebP.
    expect(mail.html).toMatch(
      /<img src="https:\/\/files\.example\.nz\/listings\/12-rata-street[\w-]*\/preview\.jpg" alt="12 Rata Street" width="502" height="264"/,
    )
    expect(mail.html).not.toContain('/photos/')
    expect(mail.html).toContain(`src="https://files.example.nz/agent-photo/${agent.id}?v=v1"`)
  })

  test('leaves out what the agent does not show, and is from Property Files without a name', async () => {
    const { id } = await createWholeListing({
      ...{ firstName: '', lastName: '', phone: '+64215550100' },
      profile: { agencyName: '', cardShowsPhone: false },
    })
    const { mail } = await send(id)
    expect(mail.from).toEqual({ name: 'Property Files', address: 'hello@example.nz' })
    expect(mail.text).not.toContain('555 0100')
    expect(mail.html).not.toContain('<img')
  })

  test('threat 108: carries no link that an agent wrote, and no header by the agent’s name', async () => {
    const { db, agent, id } = await createWholeListing({
      ...{ firstName: 'Mia\r\nBcc: victim@example.com', lastName: '"Chen" <evil>' },
      profile: { agencyName: 'Win at evil.example', licenceLine: 'REAA 2008, see evil.example' },
    })
    await db.update(listing).set({ title: 'See www.evil.example', street: 'evil.example/12' }).where(eq(listing.id, id))
    for (const name of ['https://evil.example', 'evil.example/3', 'Title 3/12', '1.2.3.4/x'])
      await createFile(db, { agent, listingId: id, name })
    const { mail, raw } = await send(id)
    expect(mail.subject).toBe('Your documents for a property')
    expect(mail.from).toEqual({ name: 'Property Files', address: 'hello@example.nz' })
    expect([mail.to?.length, mail.bcc, mail.cc]).toEqual([1, undefined, undefined])
    expect(raw).not.toMatch(/^bcc:/im)
    for (const part of [mail.text, mail.html]) {
      expect(part).not.toMatch(/evil|1\.2\.3\.4|victim/)
      expect(part).toContain('Title 3/12')
    }
  })

  test('threat 108: a name with quotes, commas and brackets stays one name of one sender', async () => {
    const { id } = await createWholeListing({ firstName: 'Mia, "the', lastName: 'best" <Chen>; Ōtaki' })
    const { mail } = await send(id)
    expect(mail.from).toEqual({
      name: 'Mia, "the best" <Chen>; Ōtaki via Property Files',
      address: 'hello@example.nz',
    })
  })
})

// Retries after 4xx and 5xx, and the stable Message-ID, are tested in platform/mail/mailer.test.ts.
test('threat 43: leads submitted while the mail server is down are all emailed once it is back', async () => {
  const LEADS = isLong ? 1_000 : 40
  const PER_HOME = 20
  await smtp.stop()
  const listings = await Promise.all(Array.from({ length: LEADS / PER_HOME }, () => context.createListing()))
  const people = listings.flatMap(({ agent, id }) =>
    Array.from({ length: PER_HOME }, () => ({ agent: agent.email, id, email: `${randomUUID()}@example.com` })),
  )
  for (const { id, email } of people) await context.submitLead(id, { email })
  const [failed] = await context.database.sql`
    select count(*)::int as n from pgboss.job where name = 'mail' and state <> 'completed'`
  expect(failed?.n).toBe(2 * LEADS)

  smtp = await startScriptedSmtp(port)
  await eventually(() => smtp.received.length >= 2 * LEADS, 150_000)
  const repliesTo = arrivedReplies()
  for (const { agent, email } of people) {
    expect(repliesTo.get(`${agent} ${email}`)).toBe(1)
    expect(repliesTo.get(`${email} ${agent}`)).toBe(1)
  }
}, 600_000)

/** How often a mail from one side reached the other. */
function arrivedReplies() {
  const times = new Map<string, number>()
  for (const { mail } of smtp.received) {
    const who = `${mail.to?.[0]?.address} ${mail.replyTo?.[0]?.address}`
    times.set(who, (times.get(who) ?? 0) + 1)
  }
  return times
}
