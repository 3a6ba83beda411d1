import type { BrowserContext, Page } from '@playwright/test'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { openPortal } from './portal.ts'

/** Signs the agent in, in this browser, and opens the settings. */
export const openSettings = async (context: BrowserContext, app: AppWithData, email: string) =>
  (await openPortal(context, app, email, '/portal/settings')).page

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
