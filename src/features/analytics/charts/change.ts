import { written } from '#ui/amounts.ts'
import type { Figure } from '../analytics.ts'

export interface ChangeWords {
  direction: 'up' | 'down' | 'same' | 'new'
  /** "12%" */
  short: string
  /** For those who listen. */
  long: string
}

const MOST = 999

/** How a figure compares with the range before. From nothing to something is no percentage. */
export function changeWords({ now, before }: Figure, write: (amount: number) => string = written): ChangeWords {
  if (before === 0 && now > 0) return { direction: 'new', short: 'new', long: 'none in the period before' }
  const percent = before === 0 ? 0 : Math.round(((now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', short: '–', long: 'as in the period before' }
  const amount = Math.abs(percent)
  const short = amount > MOST ? `${written(MOST)}%+` : `${amount}%`
  const direction = percent > 0 ? 'up' : 'down'
  return { direction, short, long: `${direction} ${short} from ${write(before)} in the period before` }
}
