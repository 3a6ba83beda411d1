import { formatAmount, formatCount, joinWithAnd } from '#ui/format/format.ts'
import { type FeedAction, type FeedReport, feedActions } from '../feeds.schema.ts'

type Phrases = Partial<Record<FeedAction, (count: number) => string>>

const planned: Phrases = {
  created: (count) => `create ${formatCount(count, 'draft')}`,
  changed: (count) => `change ${formatCount(count, 'listing')}`,
  closed: (count) => `close ${formatCount(count, 'listing')}`,
}

const done: Phrases = {
  created: (count) => `${formatCount(count, 'draft')} created`,
  changed: (count) => `${formatCount(count, 'listing')} changed`,
  closed: (count) => `${formatCount(count, 'listing')} closed`,
}

const unchanged: Phrases = {
  same: (count) => `${formatAmount(count)} unchanged`,
  older: (count) => `${formatAmount(count)} already newer here`,
  skipped: (count) => `${formatAmount(count)} no longer for sale and not here`,
}

const phrasesOf = ({ counts }: FeedReport, phrases: Phrases) =>
  feedActions.flatMap((action) => (counts[action] > 0 ? (phrases[action]?.(counts[action]) ?? []) : []))

/** "This file will create 2 drafts and close 1 listing. 2 can’t be imported.", and after the import "2 drafts created, 1 listing closed, 2 couldn’t be imported". */
export function summariseFeed(report: FeedReport, { isPreview }: { isPreview: boolean }) {
  const failed: Phrases = {
    failed: (count) => `${formatAmount(count)} ${isPreview ? 'can’t' : 'couldn’t'} be imported`,
  }
  if (!isPreview) return phrasesOf(report, { ...done, ...unchanged, ...failed }).join(', ') || 'No listings'
  const changes = phrasesOf(report, planned)
  const rest = phrasesOf(report, { ...unchanged, ...failed })
  const plan = changes.length > 0 ? `This file will ${joinWithAnd(changes)}.` : 'This file won’t change any listings.'
  return rest.length > 0 ? `${plan} ${rest.join(', ')}.` : plan
}
