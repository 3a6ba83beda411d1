import { BuyerDetails } from '../leads.ts'
import type { DetailName } from './LeadFields.tsx'

export type Details = Record<DetailName, string>
export type Wrong = Partial<Details>

/** By the rules of the server: what is wrong, one sentence for each field. Loaded when somebody begins to fill in the form. */
export function checkDetails(details: Details): Wrong {
  const { error } = BuyerDetails.safeParse(details)
  const wrong: Wrong = {}
  for (const { path, message } of error?.issues ?? []) wrong[path[0] as DetailName] ??= message
  return wrong
}
