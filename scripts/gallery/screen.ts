import type { Page } from '@playwright/test'
import type { Stage } from './stage.ts'

export const widths = [390, 768, 1440] as const
export type Width = (typeof widths)[number]

/** Who looks: nobody in particular, a buyer who left details, the demo agent, one who has just begun, one who no longer pays. */
export type Viewer = 'visitor' | 'buyer' | 'agent' | 'newcomer' | 'lapsed'

/** One picture at each width. */
export interface Screen {
  name: string
  viewer: Viewer
  path: string | ((stage: Stage) => string)
  /** What somebody does on the page to get there. */
  reach?: (page: Page, stage: Stage) => Promise<void>
  /** Where the screen does not exist at every width. */
  only?: readonly Width[]
}
