import { cardAccents } from './accounts.schema.ts'
import type { Settings } from './settings.functions.ts'

/** The agent's card as buyers see it, from what the agent has entered. */
export const settingsAgentCard = (settings: Settings) => ({
  firstName: settings.firstName,
  lastName: settings.lastName,
  agencyName: settings.agencyName,
  photoUrl: settings.photoUrl,
  tagline: settings.cardTagline,
  accent: cardAccents.find((accent) => accent === settings.cardAccent) ?? 'teal',
  phone: settings.cardShowsPhone ? settings.phone : '',
  callLink: '',
  email: settings.cardShowsEmail ? settings.email : '',
})

/** The same rule as the step on the dashboard. */
export const isContactCardComplete = ({ firstName, phone, agencyName, photoUrl }: Settings) =>
  [firstName, phone, agencyName, photoUrl].every(Boolean)
