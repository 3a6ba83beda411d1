import { cardAccents } from './accounts.schema.ts'
import type { Settings } from './settings.functions.ts'

/** The agent's card as buyers see it, from what the agent has entered. */
export const settingsAgentCard = (settings: Settings) => ({
  firstName: settings.firstName,
  lastName: settings.lastName,
  agencyName: settings.agencyName,
  licenceLine: settings.licenceLine,
  photoUrl: settings.photoUrl,
  tagline: settings.cardTagline,
  accent: cardAccents.find((accent) => accent === settings.cardAccent) ?? 'teal',
  phone: settings.cardShowsPhone ? settings.phone : '',
  callLink: '',
  email: settings.cardShowsEmail ? settings.email : '',
})

/** What the contact card still needs, in words. The step on the dashboard has the same rule. */
export const missingContactDetails = ({ firstName, phone, agencyName, licenceLine, photoUrl }: Settings) =>
  [
    !firstName && 'your name',
    !phone && 'a phone number',
    !agencyName && 'your agency',
    !licenceLine && 'a licence line',
    !photoUrl && 'a photo',
  ].filter((missing) => missing !== false)
