import { type AgentCard, cardAccents, type Profile } from '../accounts.ts'
import type { Settings } from '../settings.functions.ts'

export const profileValues = ({ firstName, lastName, phone, agencyName, timeZone }: Settings): Profile => ({
  firstName,
  lastName,
  phone,
  agencyName,
  timeZone,
})

/** An accent that no longer exists falls back to the first. */
export const agentCardValues = ({ cardTagline, cardAccent, cardShowsPhone, cardShowsEmail }: Settings): AgentCard => ({
  cardTagline,
  cardAccent: cardAccents.find((accent) => accent === cardAccent) ?? cardAccents[0],
  cardShowsPhone,
  cardShowsEmail,
})
