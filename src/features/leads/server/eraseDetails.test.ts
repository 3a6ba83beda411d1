import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LeadServices, openLeadServices } from '../../../../test/support/leadServices.ts'
import { signLeadKey } from './documentKey.server.ts'
import { MAX_EMAILS_PER_HOUR, sendDigest } from './notifyAgent.server.ts'
import { eraseDetails } from './privateLink.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

const erase = (leadId: string) =>
  eraseDetails(context.services, signLeadKey(context.services.env.APP_SECRET, 'link', leadId))

describe('threat 72: while the mail server is away', () => {
  test('emails about an erased buyer are never sent, and those about others are', async () => {
    const { agent, id } = await context.createListing()
    const { leadId } = await context.submitLead(id, { email: 'gone@example.nz' })
    await context.submitLead(id, { email: 'here@example.nz' })
    await erase(leadId)
    expect(await context.emailsTo('gone@example.nz')).toEqual([])
    expect(await context.emailsTo('here@example.nz')).toHaveLength(1)
    expect(await context.emailsTo(agent.email)).toHaveLength(1)
  })

  test('a digest with an erased buyer in it is rewritten without them', async () => {
    const { agent, id } = await context.createListing()
    for (let n = 0; n < MAX_EMAILS_PER_HOUR; n++) await context.submitLead(id)
    const { leadId } = await context.submitLead(id, { lastName: 'Gone' })
    await context.submitLead(id, { lastName: 'Here' })
    const makeDigest = () => sendDigest.work(context.services, { listingId: id }, { id: '' })
    await makeDigest()
    const digests = async () => (await context.emailsTo(agent.email)).slice(MAX_EMAILS_PER_HOUR).map(({ text }) => text)
    expect(await digests()).toEqual([expect.stringMatching(/Gone.*Here/s)])

    await erase(leadId)
    expect(await digests()).toEqual([])
    await makeDigest()
    expect(await digests()).toEqual([expect.stringMatching(/^(?!.*Gone).*Here/s)])
  })
})
