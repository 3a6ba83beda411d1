import type { MessageKind } from '#values/messageValues.ts'

/** The facts in words, as far as the listing has them. */
export interface MessageFacts {
  /** "Saturday 28 November, 11:00 am". */
  saleMoment: string | undefined
  /** "Auction", "Deadline sale", … */
  saleName: string | undefined
  price: string | undefined
  openHome: string | undefined
  /** Buyers may have its old time. */
  isOpenHomeMoved: boolean
}

const greeting = 'Hi {first name},'
const signOff = '{agent}'
const paragraphs = (...texts: string[]) => [greeting, ...texts, signOff].join('\n\n')

/** What an agent would write, to begin with. Nothing is sent before they have read it. */
export const suggestedTexts: Record<MessageKind, (facts: MessageFacts) => { subject: string; body: string }> = {
  auction_brought_forward: ({ saleMoment = 'a new date' }) => ({
    subject: 'Auction brought forward: {listing}',
    body: paragraphs(
      `The auction for {listing} has been brought forward. It’s now on ${saleMoment}.`,
      'If you’d like to bid, please read the documents before then and call me with any questions.',
    ),
  }),
  price: ({ price }) => ({
    subject: 'New price: {listing}',
    body: paragraphs(
      price ? `The price of {listing} has changed. It’s now ${price}.` : 'The price of {listing} has changed.',
      'The button below opens the documents.',
    ),
  }),
  open_home: ({ openHome, isOpenHomeMoved }) => ({
    subject: isOpenHomeMoved ? 'New time for the open home: {listing}' : 'Open home: {listing}',
    body: paragraphs(
      isOpenHomeMoved && openHome
        ? `The open home at {listing} has moved. It’s now on ${openHome}.`
        : openHome
          ? `There’s an open home at {listing} on ${openHome}.`
          : 'There’s another open home at {listing}.',
      'Come and have a look. There’s no need to book.',
    ),
  }),
  offer_deadline: ({ saleMoment, saleName }) => ({
    subject: 'Deadline for offers: {listing}',
    body: paragraphs(
      saleMoment
        ? `${saleName && saleName !== 'Auction' ? `${saleName} for {listing}: offers` : 'Offers for {listing}'} are due by ${saleMoment}.`
        : 'There’s now a deadline for offers on {listing}.',
      'If you’d like to make an offer, call me and I’ll take you through the steps.',
    ),
  }),
  sold: () => ({
    subject: 'Sold: {listing}',
    body: paragraphs(
      '{listing} has been sold. Thank you for your interest.',
      'If you’re still looking, reply to this email and tell me what matters to you.',
    ),
  }),
  other: () => ({ subject: '', body: paragraphs('') }),
}
