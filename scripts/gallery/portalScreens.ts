import type { Page } from '@playwright/test'
import { confirmStart, startDoorOn } from '../../e2e/support/doorDevice.ts'
import { demoSignIn } from '../../src/seed/demoAgent.ts'
import type { Screen } from './screen.ts'
import type { Stage } from './stage.ts'

const agent = (name: string, path: Screen['path'], reach?: Screen['reach']): Screen => ({
  name,
  viewer: 'agent',
  path,
  reach,
})
const newcomer = (name: string, path: string): Screen => ({ name: `${name}, new agent`, viewer: 'newcomer', path })
const inTheDark = (screen: Screen): Screen => ({
  ...screen,
  name: `${screen.name}, dark`,
  viewer: 'agent in the dark',
})
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const editor: Screen['path'] = ({ listing }) => `/portal/listings/${listing.id}`
const chooseFrom = (menu: RegExp, item: string) => async (page: Page) => {
  await press(menu)(page)
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
}
const inTable = async (page: Page) => {
  await page.locator('label').filter({ hasText: 'Table' }).click()
  await page.getByRole('table').waitFor()
}
const tick = (name: string | RegExp) => async (page: Page) => {
  await page.getByLabel(name).first().check()
  await page.getByRole('toolbar').waitFor()
}
const newMessage: Screen['path'] = ({ listing }) => `/portal/listings/${listing.id}/messages/new`
const whoCame: Screen['path'] = ({ listing, lastOpenHome }) =>
  `/portal/listings/${listing.id}/open-homes/${lastOpenHome.id}`
/** With a session of its own: starting ends it. */
const startDoor = async (page: Page, { app, nextOpenHome }: Stage) => {
  await startDoorOn({ context: page.context(), page }, app, demoSignIn.email, nextOpenHome.id)
  await confirmStart(page)
}
const door: Screen = { name: 'door mode', viewer: 'visitor', path: '/login', reach: startDoor }

export const portalScreens: Screen[] = [
  agent('dashboard', '/portal'),
  newcomer('dashboard', '/portal'),
  { name: 'dashboard, subscription ended', viewer: 'lapsed', path: '/portal' },
  agent('bell', '/portal', press(/^Notifications/)),
  agent('palette', '/portal', async (page) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('kōwhai')
    await page
      .getByRole('option', { name: /^14 Kōwhai/ })
      .first()
      .waitFor()
  }),
  agent('keyboard help', '/portal', (page) => page.keyboard.press('?')),
  agent('account menu', '/portal', press('Account')),
  { ...agent('more', '/portal', press('More')), only: [390] },

  agent('listings', '/portal/listings'),
  { ...agent('listings, table', '/portal/listings', inTable), only: [768, 1440] },
  agent('listings, menu', '/portal/listings', press(/^Actions for/)),
  agent('listings, share', '/portal/listings', chooseFrom(/^Actions for/, 'Share')),
  agent('listings, nothing matches', '/portal/listings?search=nowhere'),
  newcomer('listings', '/portal/listings'),
  agent('listing editor, new', '/portal/listings/new'),
  agent('listing editor', editor),
  agent('listing editor, draft with a long title', ({ draft }) => `/portal/listings/${draft.id}`),
  agent('listing editor, published', editor, press('Share')),
  agent('listing editor, menu of a photo', editor, press(/^Actions for .*(front|\.(jpg|webp))/i)),
  agent('listing editor, preview of a file', editor, chooseFrom(/^Actions for LIM/, 'Preview')),
  agent('listing editor, moving a file', editor, chooseFrom(/^Actions for LIM/, 'Move…')),
  agent('listing editor, changed elsewhere', editor, async (page, { changeElsewhere }) => {
    await page.getByRole('textbox', { name: 'Subtitle' }).fill('Typed here')
    await changeElsewhere()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }),
  agent('listing editor, leaving unsaved', editor, async (page) => {
    await page.getByRole('textbox', { name: 'Subtitle' }).fill('Typed, not saved')
    await page.getByRole('link', { name: 'Listings' }).last().click()
    await page.getByRole('dialog').waitFor()
  }),
  agent('listing editor, not found', '/portal/listings/list_missing'),

  agent('messages', ({ listing }) => `/portal/listings/${listing.id}/messages`),
  agent('message editor', newMessage),
  agent('open home, who came', whoCame),
  agent('door mode, start', ({ nextOpenHome }) => `/portal/door/${nextOpenHome.id}`),
  door,
  agent('week', '/portal/calendar?view=week'),
  agent('week, agenda', '/portal/calendar?view=agenda'),

  agent('leads', '/portal/leads'),
  agent('lead', ({ leadId }) => `/portal/leads?lead=${leadId}`),
  agent('leads, selected', '/portal/leads', tick(/^Select Fatima/)),
  agent('leads, nothing matches', '/portal/leads?search=nobody'),
  agent('lead, missing', '/portal/leads?lead=lead_missing'),
  newcomer('leads', '/portal/leads'),

  agent('files', '/portal/files'),
  agent('files, preview', '/portal/files', press(/^Preview/)),
  agent('files, menu', '/portal/files', press(/^Actions for/)),
  agent('files, selected', '/portal/files', tick(/^Select LIM report/)),
  agent('files, nothing matches', '/portal/files?search=nowhere'),
  newcomer('files', '/portal/files'),
  {
    ...newcomer('files', '/portal/files'),
    name: 'files, upload refused',
    async reach(page) {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Upload files' }).first().click()
      const file = { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }
      await (await chooser).setFiles([file])
      await page.getByRole('region', { name: 'Uploads' }).waitFor()
    },
  },

  agent('analytics', '/portal/analytics'),
  agent('analytics, of a listing', ({ listing }) => `/portal/analytics?listingId=${listing.id}`),
  agent('analytics, of a buyer', ({ leadId }) => `/portal/analytics?leadId=${leadId}`),
  agent('analytics, unknown listing', '/portal/analytics?listingId=list_missing'),
  newcomer('analytics', '/portal/analytics'),

  agent('settings', '/portal/settings'),
  { name: 'settings, subscription ended', viewer: 'lapsed', path: '/portal/settings' },
  {
    ...newcomer('settings', '/portal/settings'),
    name: 'settings, deleting the account',
    reach: press('Delete my account'),
  },
  agent('portal, not found', '/portal/no-such-page'),

  inTheDark(agent('dashboard', '/portal')),
  inTheDark(agent('listings', '/portal/listings')),
  inTheDark(agent('listing editor', editor)),
  inTheDark(agent('listing editor, published', editor, press('Share'))),
  inTheDark(agent('message editor', newMessage)),
  inTheDark(agent('open home, who came', whoCame)),
  {
    ...door,
    name: 'door mode, dark',
    async reach(page, stage) {
      await startDoor(page, stage)
      await page.emulateMedia({ colorScheme: 'dark' })
    },
  },
  inTheDark(agent('week', '/portal/calendar?view=week')),
  inTheDark(agent('leads', '/portal/leads')),
  inTheDark(agent('lead', ({ leadId }) => `/portal/leads?lead=${leadId}`)),
  inTheDark(agent('settings', '/portal/settings')),
]
