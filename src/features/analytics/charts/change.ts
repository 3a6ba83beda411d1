import { written } from '#ui/amounts.ts'
import { writtenNumber } from '#ui/formats.ts'
import type { Figure } from '../analytics.ts'

export interface ChangeWords {
  direction: 'up' | 'down' | 'same' | 'new'
  /** "12%" */
  short: string
  /** For those who listen. */
  long: string
}

const MAX_PERCENT = 999

/** How an amount compares with the period before, in percent. From nothing to something is no percentage. */
export function changeWords({ now, before }: Figure, write: (amount: number) => string = written): ChangeWords {
  if (before === 0 && now > 0) return { direction: 'new', short: 'new', long: 'none in the period before' }
  const percent = before === 0 ? 0 : Math.round(((now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', short: '–', long: 'as in the period before' }
  const amount = Math.abs(percent)
  const short = amount > MAX_PERCENT ? `${written(MAX_PERCENT)}%+` : `${amount}%`
  const direction = percent > 0 ? 'up' : 'down'
  return { direction, short, long: `${direction} ${short} from ${write(before)} in the period before` }
}

/** How a share compares with the period before, in percentage points: 3% after 2% is one point more, not half as much again. */
export function shareChangeWords({ now, before }: Figure, write: (share: number) => string): ChangeWords {
  const points = Math.round((now - before) * 1000) / 10
  if (points === 0) return { direction: 'same', short: '–', long: 'as in the period before' }
  const amount = writtenNumber(Math.abs(points), { maximumFractionDigits: 1 })
  const direction = points > 0 ? 'up' : 'down'
  const noun = Math.abs(points) === 1 ? 'percentage point' : 'percentage points'
  return {
    direction,
    short: `${amount} ${Math.abs(points) === 1 ? 'pt' : 'pts'}`,
    long: `${direction} ${amount} ${noun} from ${write(before)} in the period before`,
  }
}
