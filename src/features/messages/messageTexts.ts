import { hasLink } from '#platform/input/fieldSchemas.ts'
import type { MessageKind } from '#values/messageValues.ts'

/** What the places in a message stand for. */
interface PlaceValues {
  'first name': string
  listing: string
  agent: string
}

/** Filled in for each buyer. */
export const messagePlaces = ['first name', 'listing', 'agent'] as const satisfies readonly (keyof PlaceValues)[]

const PLACE = /\{([^{}]*)\}/g
const findPlace = (name: string) => messagePlaces.find((one) => one === name.trim().toLowerCase())

/** The first place in braces that stands for nothing. */
export const findUnknownPlace = (text: string) =>
  Array.from(text.matchAll(PLACE), ([, name = '']) => name).find((name) => !findPlace(name))

/** In one pass: braces in a name are not looked at again. */
export const fillPlaces = (text: string, values: PlaceValues) =>
  text.replace(PLACE, (whole, name: string) => {
    const place = findPlace(name)
    return place ? values[place] : whole
  })

const MAX_FILLED_NAME_LENGTH = 60

/** What a buyer typed or a spreadsheet had, on one line and without anything that could be taken for a link. */
export function safeFirstName(name: string) {
  const line = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_FILLED_NAME_LENGTH)
  return line === '' || hasLink(line) ? 'there' : line
}

/** The facts in words, as far as the listing has them. */
export interface MessageFacts {
  /** "Saturday 28 November, 11:00 am". */
  saleMoment: string | undefined
  /** "Auction", "Deadline sale", … */
  saleName: string | undefined
  price: string | undefined
  openHome: string | undefined
}

const greeting = 'Hi {first name},'
const signOff = '{agent}'
const paragraphs = (...texts: string[]) => [greeting, ...texts, signOff].join('\n\n')

/** What an agent would write, to begin with. Nothing is sent before they have read it. */
export const suggestedTexts: Record<MessageKind, (facts: MessageFacts) => { subject: string; body: string }> = {
  auction_brought_forward: ({ saleMoment = 'a new date' }) => ({
    subject: 'Auction brought forward: {listing}',
    body: paragraphs(
      `The auction of {listing} has been brought forward. It’s now on ${saleMoment}.`,
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
  open_home: ({ openHome }) => ({
    subject: 'Open home: {listing}',
    body: paragraphs(
      openHome ? `There’s an open home at {listing} on ${openHome}.` : 'There’s another open home at {listing}.',
      'Come and have a look. There’s no need to book.',
    ),
  }),
  offer_deadline: ({ saleMoment, saleName }) => ({
    subject: 'Deadline for offers: {listing}',
    body: paragraphs(
      saleMoment
        ? `${saleName && saleName !== 'Auction' ? `${saleName} of {listing}: offers` : 'Offers for {listing}'} are due by ${saleMoment}.`
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
