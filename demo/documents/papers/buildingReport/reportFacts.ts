import type { Side } from '../../drawings/elevation.ts'

export type Condition = 'Good' | 'Fair' | 'Attend' | 'Not seen'

export type Item = [element: string, made: string, condition: Condition, note: string]

export interface Area {
  name: string
  items: Item[]
  words?: string
  /** Photos of this are put beside it. */
  shows?: RegExp
  drawing?: 'subfloor' | 'roof' | Side
}

export interface ReportFacts {
  reference: string
  inspected: string
  issued: string
  weather: string
  roofPitch: number
  overall: string[]
  /** What to do, and when. */
  work: [what: string, where: string, when: string, cost: string][]
  outside: Area[]
  services: Area[]
  /** Per room, beside what is said of every room. */
  rooms: Record<string, Item[]>
  /** Moisture of the lining in per cent, by room; others are ordinary. */
  moisture: Record<string, number>
  certificate: string
}
