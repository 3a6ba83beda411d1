import { hasLink } from '#platform/input/fieldSchemas.ts'

/** What the places in a message stand for. */
export interface PlaceValues {
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

/** For the agent. The other places differ by buyer, or are signed with the agent's name. */
export const fillListing = (text: string, title: string) =>
  text.replace(PLACE, (whole, name: string) => (findPlace(name) === 'listing' ? title : whole))

const MAX_FILLED_NAME_LENGTH = 60

/** What a buyer typed or a spreadsheet had, on one line and without anything that could be taken for a link. */
export function safeFirstName(name: string) {
  const line = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_FILLED_NAME_LENGTH)
  return line === '' || hasLink(line) ? 'there' : line
}
