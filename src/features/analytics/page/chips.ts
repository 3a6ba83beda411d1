import { eventNouns } from '#ui/events/eventWords.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import { machineName, type Named, referrerName } from './names.ts'
import { placeName, placeOf } from './placeWords.ts'

export interface Chip {
  by: 'leadId' | 'place' | 'device' | 'browser' | 'os' | 'referrer' | 'fileId' | 'event'
  about: string
  words: string
}

/** A chip for each filter but those that have a field of their own. */
export function chipsOf(wish: AnalyticsWish, { buyer = 'One buyer', document = 'One document' }: Named): Chip[] {
  const chips: Chip[] = [
    { by: 'leadId', about: 'Buyer', words: buyer },
    { by: 'place', about: 'Place', words: placeName(placeOf(wish.place)) },
    { by: 'device', about: 'Device', words: machineName(wish.device) },
    { by: 'browser', about: 'Browser', words: machineName(wish.browser) },
    { by: 'os', about: 'System', words: machineName(wish.os) },
    { by: 'referrer', about: 'From', words: referrerName(wish.referrer) },
    { by: 'fileId', about: 'Document', words: document },
    { by: 'event', about: 'Log', words: wish.event && eventNouns[wish.event] },
  ]
  return chips.filter(({ by }) => wish[by])
}
