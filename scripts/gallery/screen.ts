import type { Page } from '@playwright/test'
import type { Stage } from './stage.ts'

export const widths = [390, 768, 1440] as const
export type Width = (typeof widths)[number]

/** An anonymous visitor, a buyer who left details, the demo agent (in a light or a dark portal), a new agent, or one whose subscription has ended. */
export type Viewer = 'visitor' | 'buyer' | 'agent' | 'agent in the dark' | 'newcomer' | 'lapsed'

/** One picture at each width. */
export interface Screen {
  name: string
  viewer: Viewer
  path: string | ((stage: Stage) => string)
  /** What to do on the page to get there. */
  reach?: (page: Page, stage: Stage) => Promise<void>
  /** For screens that do not exist at every width. */
  only?: readonly Width[]
}
