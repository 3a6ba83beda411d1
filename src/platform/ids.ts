import * as z from 'zod/mini'
import { idShape } from './idShape.ts'

const idOf = (prefix: string, thing: string) => z.string().check(z.regex(idShape(prefix), `Not the id of ${thing}`))

export const ListingId = idOf('list', 'a listing')
export const FileId = idOf('file', 'a file')
export const LeadId = idOf('lead', 'a lead')
export const NotificationId = idOf('ntfn', 'a notification')
