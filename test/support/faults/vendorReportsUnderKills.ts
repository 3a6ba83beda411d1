import { createAgent } from '../../fixtures/agents.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { createVendor } from '../../fixtures/vendors.ts'
import { openAppDatabase } from '../processes/appData.ts'
import { type Kills, sendUnderKills } from './emailsUnderKills.ts'

const HOUR_MS = 3_600_000

interface Reports extends Kills {
  listings: number
  vendorsPerListing: number
}

/** The weekly emails of all listings were due hours ago. They are looked for each minute. */
export const sendVendorReportsUnderKills = ({ listings, vendorsPerListing, ...kills }: Reports) =>
  sendUnderKills({
    ...kills,
    begin: (_, dataDir) => createDueReports(dataDir, listings, vendorsPerListing),
    queues: ['send_vendor_report', 'mail'],
  })

/** Two hours late, at the minute and on the weekday that was planned. */
async function createDueReports(dataDir: string, listings: number, vendorsPerListing: number) {
  const { db, close } = await openAppDatabase(dataDir)
  const agent = await createAgent(db, { profile: { timeZone: 'UTC' } })
  const nextEmailAt = new Date(Math.floor((Date.now() - 2 * HOUR_MS) / 60_000) * 60_000)
  const report = {
    nextEmailAt,
    weekday: nextEmailAt.getUTCDay() || 7,
    minuteOfDay: nextEmailAt.getUTCHours() * 60 + nextEmailAt.getUTCMinutes(),
  }
  const emails: string[] = []
  for (let nth = 0; nth < listings; nth++) {
    const { id: listingId } = await createPublishedListing(db, { agent })
    for (let person = 0; person < vendorsPerListing; person++)
      emails.push((await createVendor(db, { listingId, report })).email)
  }
  await close()
  return emails
}
