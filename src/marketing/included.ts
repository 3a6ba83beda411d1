import { STORAGE_QUOTA_BYTES, TRIAL_STORAGE_QUOTA_BYTES } from '#platform/storage/quota.ts'
import { writtenBytes } from '#ui/bytes.ts'

/** What every plan has. */
export const included = [
  'Listings without limit, each with page, link, QR code and poster',
  `${writtenBytes(STORAGE_QUOTA_BYTES)} for photos and documents of up to 500 MB each (${writtenBytes(TRIAL_STORAGE_QUOTA_BYTES)} during the trial)`,
  'Leads by e-mail within seconds, and in the portal',
  'What each buyer read, and analytics for every listing',
  'Free reading for every buyer',
  'Export of everything at any time',
]
