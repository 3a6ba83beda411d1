import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverEmailJob } from '#platform/mail/mailer.server.ts'
import { freePort } from '../../../test/support/app.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { isLong } from '../../../test/support/longRun.ts'
import { type ScriptedSmtp, startScriptedSmtp } from '../../../test/support/servers/scriptedSmtp.ts'
import { type LeadServices, openLeadServices } from '../../../test/support/services/leadServices.ts'
import { registerWorker } from '../../../test/support/services/services.ts'
import { sendDigestJob } from './server/notifyAgent.server.ts'

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
    expect(mail.text).toBe(
      [
        'Jane Doe is interested in 12 Rata Street',
        '+64 21 123 4567',
        'jane@example.com (reply to this email to write to them)',
        note,
        `Open lead:\nhttps://files.example.nz/portal/leads?lead=${leadId}`,
        'You’re receiving this because a buyer left their details on your listing. You can switch these emails off in your settings.\n',
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

test('the buyer’s email contains the permanent link, and a reply goes to the agent', async () => {
  const { agent, id } = await context.createListing()
  const { leadId } = await context.submitLead(id, { email: 'reader@example.com' })
  const { mail } = await mailTo('reader@example.com')
  expect(mail.replyTo).toEqual([{ address: agent.email, name: '' }])
  expect(mail.subject).toBe('Your documents for 12 Rata Street')
  expect(mail.text).toMatch(
    new RegExp(
      `Open the documents:\\nhttps://files\\.example\\.nz/listings/12-rata-street[\\w-]*/open\\?key=${leadId}\\.[\\w-]{43}\\n`,
    ),
  )
  // This email does not need the agent's phone number.
  expect(mail.text).not.toContain('123 4567')
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
