import { createSignedInAgent } from '../../fixtures/agents.ts'
import { createFile } from '../../fixtures/files.ts'
import { createLead } from '../../fixtures/leads.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { openAppDatabase } from '../processes/appData.ts'
import { type Kills, sendUnderKills } from './emailsUnderKills.ts'

/** An agent tells all buyers of a listing about a new document. */
export const tellBuyersUnderKills = ({ recipients, ...kills }: Kills & { recipients: number }) =>
  sendUnderKills({
    ...kills,
    begin: (url, dataDir) => tellBuyers(url, dataDir, recipients),
    queues: ['send_change_emails', 'mail'],
  })

/** As in the portal, and the ten minutes are over at once. */
async function tellBuyers(url: string, dataDir: string, recipients: number) {
  const { db, sql, close } = await openAppDatabase(dataDir)
  const { agent, post } = await createSignedInAgent({ url, db })
  const { id: listingId } = await createPublishedListing(db, { agent })
  const emails = []
  for (let nth = 0; nth < recipients; nth++) emails.push((await createLead(db, { listingId })).email)
  await createFile(db, { agent, listingId })
  const changes = await sql<{ id: string }>`select id from document_change where "listingId" = ${listingId}`
  const changeIds = changes.map(({ id }) => id)
  const { status, text } = await post('tellBuyers', { listingId, changeIds, audience: 'everyone' })
  if (status !== 200) throw new Error(`The choice was answered with ${status}: ${text}`)
  await sql`update document_change set "sendAt" = now() - interval '1 second' where "listingId" = ${listingId}`
  await sql`update pgboss.job set start_after = now() where name = 'send_change_emails' and state = 'created'`
  await close()
  return emails
}
