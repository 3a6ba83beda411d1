import type { BrowserContext, Page } from '@playwright/test'
import type { RunningApp } from '../../test/support/processes/app.ts'
import { openPortal } from './portal.ts'

/** Signs the agent in, in this browser, and opens the settings. */
export const openSettings = async (context: BrowserContext, app: RunningApp, email: string) =>
  (await openPortal(context, app, email, '/portal/settings')).page

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
