import { todayIn } from '../calendarDays.ts'
import { wordsFor } from './eventWords.ts'

export interface TimelineStep {
  id: string
  event: string
  at: Date
  fileName: string | null
  seconds?: number | null
}

export interface ShownStep {
  id: string
  event: string
  words: string
  at: Date
  /** The same thing several times in a row is said once. */
  times: number
}

export interface TimelineDay {
  day: string
  steps: ShownStep[]
}

/** Cut into days where the agent is, the latest first. */
export function timelineDays(steps: readonly TimelineStep[], timeZone: string) {
  const days: TimelineDay[] = []
  for (const { id, event, at, ...about } of steps) {
    const day = todayIn(timeZone, at)
    if (days.at(-1)?.day !== day) days.push({ day, steps: [] })
    const shown = days.at(-1)?.steps ?? []
    const last = shown.at(-1)
    const words = wordsFor(event, about)
    if (last?.words === words) last.times += 1
    else shown.push({ id, event, words, at, times: 1 })
  }
  return days
}
