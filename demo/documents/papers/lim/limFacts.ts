import type { Ground, Layer } from '../../drawings/siteMap.ts'

/** What a council knows of one property. */
export interface LimFacts {
  reference: string
  received: string
  issued: string
  zone: { name: string; behind: string; purpose: string; rules: [rule: string, value: string][] }
  hazards: { name: string; finding: string; source: string }[]
  flooding: string
  contours: [lowest: number, step: number]
  drainage: { words: string[]; layer: (ground: Ground) => Layer }
  water: string
  consents: Consent[]
  nearby: [reference: string, where: string, what: string, decision: string][]
  other: [name: string, value: string][]
}

export interface Consent {
  number: string
  date: string
  work: string
  status: string
  value?: number
  inspections?: [date: string, what: string, outcome: string][]
  note?: string
}
