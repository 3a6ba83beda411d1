import { addDays, shortDate, shortDay, todayIn } from '#ui/format/dates.ts'
import type { DocumentType } from './documentTypes.ts'

interface DatedDocument {
  /** The date on the document: "2026-02-10". */
  issuedOn: string | null
  /** When its content was uploaded. */
  changedAt: Date
  /** It has replaced an earlier version. */
  isUpdated: boolean
}

/** "Issued 10 Feb · added 20 Aug", "Issued 10 Feb · updated 3 Nov", "Updated 3 Nov", or only when it was added. */
export function documentDates({ issuedOn, changedAt, isUpdated }: DatedDocument, timeZone: string, now = new Date()) {
  const changed = shortDate(changedAt, timeZone, now)
  if (issuedOn) return [`Issued ${shortDay(issuedOn, timeZone, now)}`, `${isUpdated ? 'updated' : 'added'} ${changed}`]
  return [isUpdated ? `Updated ${changed}` : changed]
}

/** After how many days a type of document is called old. Types that are not listed never are. */
export const defaultValidityDays: Partial<Record<DocumentType, number>> = { lim: 90, title: 30 }

/** The limit of one type for an agent; 0 means never. */
export const validityLimit = (kind: DocumentType, chosen: Record<string, number>) =>
  chosen[kind] ?? defaultValidityDays[kind] ?? 0

/** "3 months", "14 days", "1 year". */
export function validityText(days: number) {
  if (days >= 365) return '1 year'
  const months = Math.floor(days / 30)
  if (months === 0) return `${days} days`
  return months === 1 ? '1 month' : `${months} months`
}

/**
 * How old a document is, "more than 3 months old", if that is older than its type should be. Without a date on it, it is at least as old
 * as its upload.
 */
export function outOfDateText(
  document: Pick<DatedDocument, 'issuedOn' | 'changedAt'> & { kind: DocumentType | null },
  chosen: Record<string, number>,
  timeZone: string,
  now = new Date(),
) {
  const days = validityLimit(document.kind ?? 'other', chosen)
  const day = document.issuedOn ?? todayIn(timeZone, document.changedAt)
  return days > 0 && day < addDays(todayIn(timeZone, now), -days) ? `More than ${validityText(days)} old` : undefined
}
