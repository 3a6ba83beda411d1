import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SMALLEST_MP4 } from '../../test/fixtures/content/smallestFiles.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'

export const dock = (page: Page) => page.getByRole('region', { name: 'Uploads' })

/** A sparse file of this size that starts like a video and takes hardly any disk space. */
export async function largeVideo(bytes: number) {
  const path = join(await temporaryFolder(), 'walk-through.mp4')
  const file = await open(path, 'w')
  await file.write(SMALLEST_MP4)
  await file.truncate(bytes)
  await file.close()
  return path
}

/** Chooses files with the button of this name, as the agent does. */
export async function choose(page: Page, button: string | RegExp, ...paths: string[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(paths)
}

/** Records which parts were sent and which of them were stored. */
export function watchParts(page: Page) {
  const sent: string[] = []
  const arrived: string[] = []
  const partOf = (url: string) => new URL(url).searchParams.get('part') ?? '1'
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(partOf(request.url()))
  })
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT') arrived.push(partOf(request.url()))
  })
  return { sent, arrived }
}
