import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDescription } from '#features/listings/description/description.ts'
import { publishListing } from '#features/listings/listingStates.server.ts'
import { createListing } from '#features/listings/writeListing.server.ts'
import { makeChallenge } from '#platform/botCheck/altcha.server.ts'
import { solve } from '#platform/botCheck/solve.ts'
import { forgetMailLater } from '#platform/mail/forgetMail.server.ts'
import { createAgent } from '../../../test/support/agents.ts'
import { hire, openServices } from '../../../test/support/services.ts'
import { DEFAULT_NOTE } from './defaultNote.ts'
import { eraseDetails } from './eraseDetails.server.ts'
import { leadKey } from './leadKey.server.ts'
import { receiveLead } from './receiveLead.server.ts'

test('threat 72: mails about an erased buyer that still wait for the mail server never leave', async () => {
  const { services, database, writtenMails, close } = await openServices([hire(forgetMailLater)])
  onTestFinished(close)
  const { APP_SECRET } = services.env
  const agent = await createAgent(database.db)
  const words = { title: 'Rata Street', subtitle: '', description: emptyDescription }
  const { id: listingId } = await createListing(database.db, agent, words)
  await publishListing(database.db, agent, listingId)
  const leave = async (email: string) => {
    const turnstile = await solve(JSON.stringify(await makeChallenge(APP_SECRET, 'lead')))
    const buyer = { firstName: 'Hana', lastName: 'Petersen', email, phone: '021 555 0199', note: DEFAULT_NOTE }
    return receiveLead(services, { listingId, ...buyer, key: randomUUID(), turnstile }, '203.0.113.1')
  }
  const { leadId } = await leave('hana@example.nz')
  await leave('other@example.nz')
  const recipients = async () => (await writtenMails()).map(({ to }) => to).sort()
  expect(await recipients()).toEqual(['hana@example.nz', 'other@example.nz', agent.email, agent.email].sort())

  await eraseDetails(services, leadKey(APP_SECRET, 'link', leadId))
  expect(await recipients()).toEqual(['other@example.nz', agent.email].sort())
})
