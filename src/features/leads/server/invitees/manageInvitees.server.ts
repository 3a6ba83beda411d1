import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { invitee } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { AppError, conflict, invalidInput, notFound } from '#platform/errors.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { DAY_SECONDS } from '#values/time.ts'
import { invitationEmail } from '../../invitees/invitees.emails.tsx'
import { type BuyersInviteeInput, type InviteInput, MAX_INVITEES } from '../../invitees/invitees.schema.ts'
import { findLinkedLead } from '../documents/documentAccess.server.ts'
import { signInviteeKey } from '../documents/documentKey.server.ts'
import { agentAsSender, describeForStranger, withoutLink } from '../privateLink/prepareBuyerEmails.server.ts'
import { requireLinkedLead } from '../privateLink/privateLinkActions.server.ts'
import { countActiveInvitees, isInvitee, recordInviteeAccess, revokeInviteeAccess } from './invitees.server.ts'

/** With those that the buyer revokes again. */
const invitationsPerLead = { name: 'invite', points: 10, seconds: DAY_SECONDS }
const emailsPerInvitee = { name: 'invitation_email', points: 1, seconds: DAY_SECONDS }

type Invitee = typeof invitee.$inferSelect
type LinkedLead = Awaited<ReturnType<typeof requireLinkedLead>>

/** Sends someone whom the buyer names their own link to the buyer's documents. */
export async function inviteReader(services: Services, { key, ...invited }: InviteInput, clientIp: string) {
  const { database, limits } = services
  const linked = await requireInviter(services, key)
  const { leadRow } = linked
  if (invited.email === leadRow.email)
    throw invalidInput({ email: 'That’s your own address. You can already open the documents.' })
  const [known] = await database.db
    .select()
    .from(invitee)
    .where(and(eq(invitee.leadId, leadRow.id), eq(invitee.email, invited.email)))
  refuseKnown(known)
  // Before the limits are spent on what is refused anyway. Checked again once the lead is locked.
  await refuseTooMany(database.db, leadRow.id)
  await limits.spend(invitationsPerLead, leadRow.id)
  await limits.spend(emailsPerInvitee, `${leadRow.id} ${invited.email}`)
  await requireEmailLimit(services, { to: invited.email, recipient: 'unproven', clientIp })
  return database.db.transaction(async (tx) => {
    // Locked, so that two requests at once don't make one invitee too many.
    const [still] = await tx.select().from(lead).where(eq(lead.id, leadRow.id)).for('no key update')
    if (!still || still.withdrawnAt) throw notFound()
    await refuseTooMany(tx, leadRow.id)
    const [stored] = await tx
      .insert(invitee)
      .values({ leadId: leadRow.id, ...invited })
      .onConflictDoUpdate({
        target: [invitee.leadId, invitee.email],
        set: { name: invited.name, role: invited.role, revokedAt: null, revokedBy: null },
        setWhere: eq(invitee.revokedBy, 'buyer'),
      })
      .returning()
    if (!stored) throw alreadyInvited()
    await recordInviteeAccess(tx, linked.listingRow.id, stored, true)
    await postInvitation(services, tx, linked, stored)
    return { id: stored.id }
  })
}

/** Sends the link once more, at most once a day. */
export async function resendInvitation(services: Services, { key, inviteeId }: BuyersInviteeInput, clientIp: string) {
  const linked = await requireInviter(services, key)
  const found = await requireBuyersInvitee(services.database.db, linked.leadRow.id, inviteeId)
  if (found.revokedAt) throw conflict('This person can’t open the documents now. Invite them again first.')
  await services.limits.spend(emailsPerInvitee, `${found.leadId} ${found.email}`)
  await requireEmailLimit(services, { to: found.email, recipient: 'unproven', clientIp })
  await services.database.db.transaction(async (tx) => {
    const [still] = await tx.select().from(invitee).where(isInvitee(found)).for('key share')
    if (!still) throw notFound()
    await postInvitation(services, tx, linked, still)
  })
}

/** Applies from the invitee's next request. */
export async function revokeInvitee(services: Services, { key, inviteeId }: BuyersInviteeInput) {
  const { leadRow, listingRow } = await requireLinkedLead(services, key)
  const found = await requireBuyersInvitee(services.database.db, leadRow.id, inviteeId)
  if (found.revokedAt) return
  await services.database.db.transaction((tx) => revokeInviteeAccess(services, tx, listingRow.id, found, 'buyer'))
}

/** The undo of the buyer's own revocation. No email is sent: the link that they have works again. */
export async function restoreInvitee(services: Services, { key, inviteeId }: BuyersInviteeInput) {
  const { leadRow, listingRow } = await requireInviter(services, key)
  await services.database.db.transaction(async (tx) => {
    await tx.select().from(lead).where(eq(lead.id, leadRow.id)).for('no key update')
    const found = await requireBuyersInvitee(tx, leadRow.id, inviteeId)
    if (found.revokedBy === 'agent') throw revokedByAgent()
    if (!found.revokedAt) return
    await refuseTooMany(tx, leadRow.id)
    await tx.update(invitee).set({ revokedAt: null, revokedBy: null }).where(isInvitee(found))
    await recordInviteeAccess(tx, listingRow.id, found, true)
  })
}

/** The lead of a private link who may invite: the address is proven, the documents are open, and the agent allows it. */
async function requireInviter(services: Services, key: string) {
  const linked = await requireLinkedLead(services, key)
  const { leadRow, listingRow } = linked
  const own = { leadId: leadRow.id, isGuest: false }
  if (!(await findLinkedLead(services.database.db, listingRow.id, own)))
    throw new AppError('AccessWithdrawn', 403, 'You can’t open these documents, so you can’t share them.')
  if (!listingRow.allowsInvitees)
    throw new AppError('SharingOff', 403, 'The agent has switched off sharing for this listing.')
  if (!leadRow.provenAt)
    throw new AppError(
      'ProofNeeded',
      403,
      'Open the documents with the link in our email first. Then you can share them.',
    )
  return linked
}

async function requireBuyersInvitee(db: Db, leadId: string, inviteeId: string) {
  const [found] = await db
    .select()
    .from(invitee)
    .where(and(eq(invitee.id, inviteeId), eq(invitee.leadId, leadId)))
  if (!found) throw notFound()
  return found
}

function refuseKnown(known: Invitee | undefined) {
  if (known?.revokedBy === 'agent') throw revokedByAgent()
  if (known && !known.revokedAt) throw alreadyInvited()
}

async function refuseTooMany(db: Db, leadId: string) {
  if ((await countActiveInvitees(db, leadId)) >= MAX_INVITEES)
    throw conflict(`You can share with ${MAX_INVITEES} people. End someone’s access to invite another.`)
}

const alreadyInvited = () => conflict('You’ve already invited this address. You can send the link again.')
const revokedByAgent = () => new AppError('RevokedByAgent', 403, 'The agent has ended this person’s access.')

/** About both, so that the email is deleted with either of them. */
async function postInvitation(
  { mailer, env }: Services,
  tx: Db,
  { leadRow, listingRow, agent }: LinkedLead,
  to: Invitee,
) {
  const link = `${env.APP_URL}/listings/${listingRow.slug}/open?invitation=${signInviteeKey(env.APP_SECRET, to)}`
  const inviter = withoutLink(fullName(leadRow), '') || 'A buyer'
  await mailer.post(tx, {
    to: to.email,
    ...agentAsSender(agent),
    about: [leadRow.id, to.id],
    ...invitationEmail(link, inviter, await describeForStranger(tx, env.APP_URL, listingRow)),
  })
}
