import type { TemplateFields } from './followUp.schema.ts'

/** What the places in a template stand for. */
interface TemplateValues {
  'first name': string
  listing: string
  agent: string
  'link to listing': string
}

export const templatePlaces = [
  'first name',
  'listing',
  'agent',
  'link to listing',
] as const satisfies readonly (keyof TemplateValues)[]

/** Puts the buyer's name, the listing and the agent into a template. Anything else in braces stays as it is. */
export const fillTemplate = (text: string, values: TemplateValues) =>
  text.replace(/\{([a-z ]+)\}/gi, (whole, name: string) => {
    const place = templatePlaces.find((one) => one === name.trim().toLowerCase())
    return place ? values[place] : whole
  })

/** Offered while the agent has none. */
export const defaultTemplates: TemplateFields[] = [
  {
    name: 'Thanks for your enquiry',
    subject: 'Your enquiry about {listing}',
    body: `Hi {first name},

Thanks for your interest in {listing}. You’ll find all the documents here: {link to listing}

When would suit you for a quick call?

{agent}`,
  },
  {
    name: 'Invite to a viewing',
    subject: 'Come and see {listing}',
    body: `Hi {first name},

Would you like to see {listing} in person? Let me know which day suits you, and I’ll arrange it.

{agent}`,
  },
]
