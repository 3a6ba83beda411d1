import * as z from 'zod/mini'
import { idPattern } from './idShape.ts'

const idSchema = (prefix: string, thing: string) => z.string().check(z.regex(idPattern(prefix), `Not the id of ${thing}`))

export const ListingId = idSchema('list', 'a listing')
export const FileId = idSchema('file', 'a file')
export const LeadId = idSchema('lead', 'a lead')
export const NotificationId = idSchema('ntfn', 'a notification')
