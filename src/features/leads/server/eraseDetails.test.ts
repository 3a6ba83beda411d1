import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LeadServices, openLeadServices } from '../../../../test/support/leadServices.ts'
import { signLeadKey } from './documentKey.server.ts'
import { MAX_EMAILS_PER_HOUR, sendDigest } from './notifyAgent.server.ts'
import { eraseDetails } from './privateLink.server.ts'

let desk: LeadServices
beforeAll(async () => {
  desk = await openLeadServices()
})
afterAll(() => desk.close())

const erase = (leadId: string) => eraseDetails(desk.services, signLeadKey(desk.services.env.APP_SECRET, 'link', leadId))

describe('threat 72: while the mail server is away', () => {
  test('emails about an erased buyer never leave, and those about others do', async () => {
    const { agent, id } = await desk.createListing()
    const { leadId } = await desk.submitLead(id, { email: 'gone@example.nz' })
    await desk.submitLead(id, { email: 'here@example.nz' })
    await erase(leadId)
    expect(await desk.emailsTo('gone@example.nz')).toEqual([])
    expect(await desk.emailsTo('here@example.nz')).toHaveLength(1)
    expect(await desk.emailsTo(agent.email)).toHaveLength(1)
  })

  test('a digest with an erased buyer in it is made anew without them', async () => {
    const { agent, id } = await desk.createListing()
    for (let n = 0; n < MAX_EMAILS_PER_HOUR; n++) await desk.submitLead(id)
    const { leadId } = await desk.submitLead(id, { lastName: 'Gone' })
    await desk.submitLead(id, { lastName: 'Here' })
    const makeDigest = () => sendDigest.work(desk.services, { listingId: id }, { id: '' })
    await makeDigest()
    const digests = async () => (await desk.emailsTo(agent.email)).slice(MAX_EMAILS_PER_HOUR).map(({ text }) => text)
    expect(await digests()).toEqual([expect.stringMatching(/Gone.*Here/s)])

    await erase(leadId)
    expect(await digests()).toEqual([])
    await makeDigest()
    expect(await digests()).toEqual([expect.stringMatching(/^(?!.*Gone).*Here/s)])
  })
})
