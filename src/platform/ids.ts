import * as z from 'zod/mini'

const idOf = (prefix: string, thing: string) =>
  z.string().check(z.regex(new RegExp(`^${prefix}_[0-9a-z]{1,40}$`), `Not the id of ${thing}`))

export const ListingId = idOf('list', 'a listing')
export const FileId = idOf('file', 'a file')
export const LeadId = idOf('lead', 'a lead')
export const NotificationId = idOf('ntfn', 'a notification')
