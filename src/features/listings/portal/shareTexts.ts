import { joinWithAnd } from '#ui/format/format.ts'
import { documentTypes } from '../documentTypes.ts'
import { addressLine } from '../facts/address.ts'
import { factsLine, saleLine } from '../facts/factTexts.ts'
import type { PublicListing } from '../listings.schema.ts'

type SharedListing = Pick<PublicListing, 'title' | 'subtitle' | 'facts'> & {
  photos: readonly unknown[]
  documents: readonly Pick<PublicListing['documents'][number], 'kind'>[]
}

/** A text to paste into an ad. It says only what the page has. */
export function adText(listing: SharedListing, link: string) {
  const { title, subtitle, facts } = listing
  const address = addressLine(facts)
  const heading = startsWith(address, title) ? [address] : startsWith(title, address) ? [title] : [title, address]
  const about = [...heading, subtitle, factsLine(facts), saleLine(facts, facts)].filter(Boolean)
  return [...about, '', `${offer(listing)}:`, link].join('\n')
}

/** A message to one buyer. */
export function messageText(listing: SharedListing, link: string) {
  const { title, documents } = listing
  const types = namedTypes(documents)
  const about =
    documents.length === 0
      ? 'Leave your details there and I’ll be in touch.'
      : `You can read the documents there${types && `, including the ${types}`}. Leave your name, email and phone number, and they open straight away.`
  return `Hi, here’s the page for ${title}:\n${link}\n\n${about}`
}

/** Apart from capitals and commas: a folder's name often has none. */
const startsWith = (text: string, start: string) => plainWords(text).startsWith(plainWords(start))
const plainWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .trim()

function offer({ photos, documents }: SharedListing) {
  const types = namedTypes(documents)
  const documentsText = types ? `the ${types}` : 'the property documents'
  if (photos.length > 0 && documents.length > 0) return `See all the photos and read ${documentsText}`
  if (documents.length > 0) return `Read ${documentsText}`
  return photos.length > 0 ? 'See all the photos' : 'Find out more'
}

const MAX_NAMED_TYPES = 3

/** "LIM report, building report and record of title". Empty if we don't know what the documents are. */
function namedTypes(documents: SharedListing['documents']) {
  const kinds = new Set(documents.map(({ kind }) => kind).filter((kind) => kind !== null && kind !== 'other'))
  return joinWithAnd([...kinds].slice(0, MAX_NAMED_TYPES).map((kind) => inSentence(documentTypes[kind])))
}

/** "building report", but "LIM report". */
const inSentence = (name: string) => (/^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name)
