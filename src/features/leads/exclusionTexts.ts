import { type ExclusionReason, exclusionReasons } from '#values/messageValues.ts'

/** Beside the name of someone who was left out. */
export const exclusionTexts: Record<ExclusionReason, string> = {
  unsubscribed: 'Unsubscribed from your agency’s messages',
  bounced: 'Emails to this address bounce',
  no_email: 'No email address',
  access_removed: 'You removed their access',
  same_person: 'The same person as another lead',
}

/** After a number: "3 unsubscribed". */
const exclusionCounts: Record<ExclusionReason, string> = {
  unsubscribed: 'unsubscribed',
  bounced: 'whose emails bounce',
  no_email: 'without an email address',
  access_removed: 'whose access you removed',
  same_person: 'listed twice',
}

/** "3 unsubscribed, 1 without an email address". */
export const exclusionSummary = (excluded: Partial<Record<ExclusionReason, number>>) =>
  exclusionReasons
    .filter((reason) => excluded[reason])
    .map((reason) => `${excluded[reason]} ${exclusionCounts[reason]}`)
    .join(', ')
