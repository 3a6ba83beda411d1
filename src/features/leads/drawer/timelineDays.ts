import type { TimelineStep } from '../leads.functions.ts'
import { todayIn } from '../list/days.ts'

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
  for (const { id, event, fileName, at } of steps) {
    const day = todayIn(timeZone, at)
    if (days.at(-1)?.day !== day) days.push({ day, steps: [] })
    const shown = days.at(-1)?.steps ?? []
    const last = shown.at(-1)
    const words = wordsFor(event, fileName)
    if (last?.words === words) last.times += 1
    else shown.push({ id, event, words, at, times: 1 })
  }
  return days
}

function wordsFor(event: string, fileName: string | null) {
  const document = fileName ?? 'a document'
  if (event === 'lead_created') return 'Left their details'
  if (event === 'listing_view') return 'Viewed the listing'
  if (event === 'file_view') return `Opened ${document}`
  if (event === 'file_download') return `Downloaded ${document}`
  if (event === 'link_click') return 'Followed a link'
  return 'Visited'
}
