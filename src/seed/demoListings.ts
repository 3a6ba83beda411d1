import { newId } from '#db/schema/columns.ts'
import type { listing } from '#db/schema/listings.ts'
import { addMinutes, atHour, daysBefore, noonAfter, sundaysAround } from './demoTime.ts'

/** Short ways to write Tiptap JSON. */
export interface TextNode {
  type: string
  attrs?: Record<string, number>
  content?: TextNode[]
  text?: string
  marks?: { type: string }[]
}

const textNode = (text: string): TextNode => ({ type: 'text', text })

export const bold = (text: string): TextNode => ({ ...textNode(text), marks: [{ type: 'bold' }] })

export const paragraph = (...parts: (string | TextNode)[]): TextNode => ({
  type: 'paragraph',
  content: parts.map((part) => (typeof part === 'string' ? textNode(part) : part)),
})

export const heading = (text: string): TextNode => ({ type: 'heading', attrs: { level: 2 }, content: [textNode(text)] })

export const bullets = (...items: string[]): TextNode => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
})

export const doc = (...content: TextNode[]): TextNode => ({ type: 'doc', content })

/** The listing that the home page shows as an example. */
export const demoExampleSlug = '14-kowhai-hollow-rise-karori'

interface DemoListingTexts {
  title: string
  subtitle: string
  facts: Partial<typeof listing.$inferInsert>
  /** When the auction is, or the deadline. */
  saleInDays: number | null
  slug: string
  publishedDaysAgo: number
  /** How many visits and leads this listing gets. */
  visits: number
  leads: number
  description: TextNode
}

/** Invented streets in real towns. */
const listingTexts: DemoListingTexts[] = [
  {
    title: '14 Kōwhai Hollow Rise, Karori',
    subtitle: 'A sunny family home at the end of a quiet cul-de-sac',
    facts: {
      ...{
        streetNumber: '14',
        street: 'Kōwhai Hollow Rise',
        suburb: 'Karori',
        city: 'Wellington',
        region: 'Wellington',
      },
      ...{ postcode: '6012', country: 'NZ', propertyType: 'house', bedrooms: 4, bathrooms: 2, parking: 2 },
      ...{ floorArea: 186, landArea: 712, landAreaUnit: 'm2', titleType: 'freehold', saleMethod: 'auction' },
    },
    saleInDays: 19,
    slug: demoExampleSlug,
    publishedDaysAgo: 87,
    visits: 760,
    leads: 12,
    description: doc(
      paragraph(
        'A ',
        bold('sunny family home'),
        ' at the end of a quiet cul-de-sac, with bush behind it and the school a ten-minute walk away. Built in 1968, reroofed in 2019 and insulated throughout.',
      ),
      heading('Inside'),
      bullets(
        'Open kitchen, dining and living, facing north',
        'Four double bedrooms, the main one with an ensuite',
        'Heat pump upstairs and down, double glazing since 2021',
      ),
      heading('Outside'),
      paragraph(
        'A level lawn, raised vegetable beds and a deck that has the sun until dinner. The double garage has internal access and a workshop at the back.',
      ),
    ),
  },
  {
    title: '7 Lanternmaker Lane, Grey Lynn',
    subtitle: 'A restored villa close to everything',
    facts: {
      ...{ streetNumber: '7', street: 'Lanternmaker Lane', suburb: 'Grey Lynn', city: 'Auckland', region: 'Auckland' },
      ...{ postcode: '1021', country: 'NZ', propertyType: 'house', bedrooms: 2, bathrooms: 1, parking: 1 },
      ...{ floorArea: 104, landArea: 286, landAreaUnit: 'm2', titleType: 'cross_lease', saleMethod: 'negotiation' },
    },
    saleInDays: null,
    slug: '7-lanternmaker-lane-grey-lynn',
    publishedDaysAgo: 46,
    visits: 560,
    leads: 8,
    description: doc(
      paragraph(
        'A restored 1910s villa with its character in place: ',
        bold('kauri floors, high ceilings and the original fireplace'),
        '. The kitchen and the bathroom were renewed in 2022 with council consent; the papers are in the files.',
      ),
      heading('Good to know'),
      bullets(
        'One off-street park, more on the lane',
        'Cafés, the bus and the park within five minutes on foot',
        'Building report from this year, no moisture found',
      ),
    ),
  },
  {
    title: '231 Old Windmill Ford Road, Havelock North',
    subtitle: 'Space, a pool and paddocks, ten minutes from the village',
    facts: {
      ...{ streetNumber: '231', street: 'Old Windmill Ford Road', suburb: 'Havelock North', city: 'Hastings' },
      ...{
        region: 'Hawke’s Bay',
        postcode: '4130',
        country: 'NZ',
        propertyType: 'lifestyle',
        bedrooms: 5,
        bathrooms: 3,
      },
      ...{ parking: 4, floorArea: 342, landArea: 1.8, landAreaUnit: 'ha', titleType: 'freehold', saleMethod: 'tender' },
    },
    saleInDays: 12,
    slug: '231-old-windmill-ford-road-havelock-north',
    publishedDaysAgo: 17,
    visits: 340,
    leads: 5,
    description: doc(
      paragraph(
        'Five bedrooms, a pool and just under two hectares of fenced paddocks, ',
        bold('ten minutes from the village'),
        '. Architect-designed in 2014 around a courtyard that is out of the wind all year.',
      ),
      heading('The land'),
      paragraph('Three paddocks with water, a small olive grove of 40 trees and a four-bay shed with power.'),
      heading('The house'),
      bullets(
        'Two living areas, a study and a separate guest wing',
        '9 kW of solar with a battery',
        'Bore water, consented to 2034, with filtration',
      ),
      paragraph('The LIM, the title, the bore consent and the pool inspection are all among the files.'),
    ),
  },
]

const FIRST_OPEN_HOME_HOUR = 10
const MINUTES_BETWEEN_OPEN_HOMES = 45

export const demoListings = (now: Date, userId: string) =>
  listingTexts.map(({ publishedDaysAgo, visits, leads, facts, saleInDays, ...texts }, index) => {
    const publishedAt = daysBefore(now, publishedDaysAgo)
    const createdAt = daysBefore(now, publishedDaysAgo + 1)
    const saleAt = saleInDays === null ? null : atHour(noonAfter(now, saleInDays), 13)
    const id = newId('listing')
    const row = { id, userId, ...texts, ...facts, saleAt, publishedAt, createdAt, updatedAt: publishedAt }
    const openHomes = sundaysAround(now).map((sunday) => {
      // One after the other, as an agent drives from one to the next.
      const startsAt = addMinutes(atHour(sunday, FIRST_OPEN_HOME_HOUR), index * MINUTES_BETWEEN_OPEN_HOMES)
      return { listingId: id, startsAt, endsAt: addMinutes(startsAt, 30) }
    })
    return { row: { ...row, firstPublishedAt: publishedAt }, openHomes, visits, leads }
  })

export type DemoListing = ReturnType<typeof demoListings>[number]
