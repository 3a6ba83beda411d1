import { randomUUID } from 'node:crypto'
import { createSignedInAgent } from '../../fixtures/agents.ts'
import { createLead } from '../../fixtures/leads.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { messageDraft } from '../../fixtures/messages.ts'
import { openAppDatabase } from '../processes/appData.ts'
import { type Kills, sendUnderKills } from './emailsUnderKills.ts'

/** An agent sends a message to all buyers of a listing. */
export const sendMessageUnderKills = ({ recipients, ...kills }: Kills & { recipients: number }) =>
  sendUnderKills({
    ...kills,
    begin: (url, dataDir) => sendMessage(url, dataDir, recipients),
    queues: ['send_message', 'deliver_message'],
  })

/** As in the portal, and its time comes at once. */
async function sendMessage(url: string, dataDir: string, recipients: number) {
  const { db, sql, close } = await openAppDatabase(dataDir)
  const { agent, post } = await createSignedInAgent({ url, db })
  const { id: listingId } = await createPublishedListing(db, { agent })
  const emails = []
  for (let nth = 0; nth < recipients; nth++) emails.push((await createLead(db, { listingId, source: 'import' })).email)
  const { status, text } = await post('createMessage', { ...messageDraft(listingId), creationKey: randomUUID() })
  if (status !== 200) throw new Error(`The message was answered with ${status}: ${text}`)
  await sql`update buyer_message set "sendAt" = now() - interval '1 second' where "listingId" = ${listingId}`
  await sql`update pgboss.job set start_after = now() where name = 'send_message' and state = 'created'`
  await close()
  return emails
}
