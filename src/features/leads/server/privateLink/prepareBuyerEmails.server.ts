import type { Db } from '#db/client.server.ts'
import type { user } from '#db/schema/accounts.ts'
import type { listing } from '#db/schema/listings.ts'
import { requireAgentCard } from '#features/accounts/server/readAgentCard.server.ts'
import { fitLogo } from '#features/agencies/brandLook.ts'
import { readBrand, readClosingText } from '#features/agencies/server/readBrand.server.ts'
import { addressLine } from '#features/listings/facts/address.ts'
import { SHARE_PICTURE_HEIGHT, SHARE_PICTURE_WIDTH, sharePictureUrl } from '#features/listings/listingUrls.ts'
import { findCoverPhotos } from '#features/listings/server/publicListings.server.ts'
import { hasLink, hasLinkInText } from '#platform/input/fieldSchemas.ts'
import { EMAIL_PHOTO_WIDTH, type EmailSender } from '#platform/mail/EmailLayout.tsx'
import type { Services } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { acknowledgementReminderEmail } from '../../changes/documentChanges.emails.tsx'
import { emailMovedEmail, privateLinkEmail, type SharedListing } from '../../leads.emails.tsx'
import type { Lead } from '../documents/documentAccess.server.ts'
import { signLinkKey } from '../documents/documentKey.server.ts'
import { listPublicDocuments } from '../documents/openDocument.server.ts'

type Listing = typeof listing.$inferSelect
type ListingAgent = typeof user.$inferSelect

interface ListingAndAgent {
  listing: Listing
  agent: ListingAgent
}

/** Renders the email with the private link, and with the code if the listing asks for one. Returns a function that posts it in a transaction. */
export async function preparePrivateLinkEmail(
  { mailer, env }: Services,
  db: Db,
  about: ListingAndAgent,
  addressee: Pick<Lead, 'id' | 'email' | 'keysChangedAt'>,
  code?: string,
) {
  const link = `${env.APP_URL}/listings/${about.listing.slug}/open?key=${signLinkKey(env.APP_SECRET, addressee)}`
  return mailer.prepare({
    to: addressee.email,
    ...agentAsSender(about.agent),
    about: [addressee.id],
    ...privateLinkEmail(link, await describeForStranger(db, env.APP_URL, about.listing), code),
  })
}

/** The agent asks again for the confirmation of a document. The link opens it like the private link. */
export async function prepareAcknowledgementReminder(
  { mailer, env, database }: Services,
  { listing, agent }: ListingAndAgent,
  addressee: Pick<Lead, 'id' | 'email' | 'keysChangedAt'>,
  document: { name: string; acknowledgement: string | null },
) {
  const link = `${env.APP_URL}/listings/${listing.slug}/open?key=${signLinkKey(env.APP_SECRET, addressee)}`
  return mailer.prepare({
    to: addressee.email,
    ...agentAsSender(agent),
    about: [addressee.id],
    ...acknowledgementReminderEmail(link, {
      listing: withoutLink(listing.title),
      document: withoutLink(document.name, 'a document'),
      statement: withoutLink(document.acknowledgement ?? '', ''),
      agent: withoutLink(fullName(agent), 'The agent'),
      sender: await describeSender(database.db, env.APP_URL, listing.agencyId),
    }),
  })
}

/** For the address that a buyer had proven before. */
export async function prepareMovedEmail(
  { mailer, env, database }: Services,
  { listing, agent }: ListingAndAgent,
  { id, email }: Lead,
) {
  const sender = await describeSender(database.db, env.APP_URL, listing.agencyId)
  return mailer.prepare({
    to: email,
    ...agentAsSender(agent),
    about: [id],
    ...emailMovedEmail(withoutLink(listing.title), sender),
  })
}

/** Buyers know the agent and not us, and a reply goes to the agent. */
export function agentAsSender(agent: ListingAgent) {
  const name = fullName(agent)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SENDER_NAME_LENGTH)
  return { replyTo: agent.email, senderName: withoutLink(name, '') || undefined }
}

const MAX_SENDER_NAME_LENGTH = 80

/** The listing as an email to an unproven address may show it: nothing that the agent wrote carries a link there. */
export async function describeForStranger(db: Db, appUrl: string, listing: Listing): Promise<SharedListing> {
  const [card, covers, documents] = [
    await requireAgentCard(db, listing),
    await findCoverPhotos(db, [listing]),
    await listPublicDocuments(db, listing),
  ]
  const { title, address } = describeListing(listing)
  return {
    title: withoutLink(title),
    address: withoutLink(address, ''),
    cover: covers.has(listing.id) ? coverForEmail(appUrl, listing) : null,
    documents: documents.map(({ name }) => withoutLink(name, 'Document')),
    agent: {
      name: withoutLink(fullName(card), ''),
      agencyName: withoutLink(card.agencyName, ''),
      licenceLine: withoutLink(card.licenceLine, ''),
      phone: card.phone,
      callLink: card.callLink,
      photoUrl: card.photoUrl && appUrl + card.photoUrl,
    },
    sender: await describeSender(db, appUrl, listing.agencyId),
  }
}

/** In whose name the email is. Its website is left out, because nothing that an agency wrote carries a link. */
async function describeSender(db: Db, appUrl: string, agencyId: string): Promise<EmailSender> {
  const brand = await readBrand(db, agencyId)
  const closing = await readClosingText(db, agencyId)
  return {
    brand: brand && {
      name: withoutLink(brand.name, 'Your agent'),
      legalLine: hasLinkInText(brand.legalLine) ? '' : brand.legalLine,
      colour: brand.colour,
      logo: brand.logo && { ...fitLogo(brand.logo, EMAIL_LOGO), url: appUrl + brand.logo.url },
    },
    closing: hasLinkInText(closing) ? '' : closing,
  }
}

const EMAIL_LOGO = { width: 168, height: 40 }

/** The picture beside a shared link, because Outlook cannot show the photos themselves, which are WebP. */
const coverForEmail = (appUrl: string, { slug }: Listing) => ({
  url: sharePictureUrl(appUrl, slug),
  width: EMAIL_PHOTO_WIDTH,
  height: Math.round((EMAIL_PHOTO_WIDTH * SHARE_PICTURE_HEIGHT) / SHARE_PICTURE_WIDTH),
})

/** Its title, and its address unless they are the same. */
export function describeListing(listing: Listing) {
  const { id, title, country } = listing
  const address = addressLine(listing)
  return { id, title, country, address: address === title ? '' : address }
}

/** A number such as 3/12 or WN12A/345 is no link, unless there is a dot. */
export const withoutLink = (text: string, instead = 'a property') =>
  hasLink(text.includes('.') ? text : text.replaceAll(/(?<=[\p{L}\d])\/(?=[\p{L}\d])/gu, ' ')) ? instead : text
