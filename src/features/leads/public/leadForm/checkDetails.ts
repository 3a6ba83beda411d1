import { BuyerDetails } from '../../buyer.schema.ts'
import type { DetailName } from './LeadFields.tsx'

export type Details = Record<DetailName, string>
export type DetailErrors = Partial<Details>

/** By the rules of the server: what is wrong, one sentence for each field. Loaded when somebody begins to fill in the form. */
export function checkDetails(details: Details): DetailErrors {
  const { error } = BuyerDetails.safeParse(details)
  const wrong: DetailErrors = {}
  for (const { path, message } of error?.issues ?? []) wrong[path[0] as DetailName] ??= message
  return wrong
}
