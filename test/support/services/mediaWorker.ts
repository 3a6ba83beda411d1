import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ClaimedType } from '../../../src/platform/media/inspectFile.media.ts'
import { inspectUploadTask, preparePdfTask, preparePhotoTask } from '../../../src/platform/media/mediaTasks.ts'
import {
  createMediaWorker,
  type MediaWorker,
  type MediaWorkerOptions,
} from '../../../src/platform/media/mediaWorker.server.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** A folder of this test's own, into which files can be put. */
export async function openMediaFolder() {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const put = async (name: string, bytes: string | Buffer) => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return path
  }
  return { folder, put }
}

const OWNER = 'usr_test'

/** The program from the sources, which starts sooner than without its compiled code. */
export const cachedMediaProgram = join(import.meta.dirname, 'cachedMediaProgram.mjs')

/** The tasks of a media worker by name. */
const tasksOf = (media: MediaWorker) => ({
  inspect: (path: string, claim?: ClaimedType) => media.run(inspectUploadTask, { path, claim }, OWNER),
  processImage: (path: string, folder: string) => media.run(preparePhotoTask, { path, folder }, OWNER),
  processPdf: (path: string, folder: string) => media.run(preparePdfTask, { path, folder }, OWNER),
  run: media.run,
  close: media.close,
})

/** Such a folder, and a worker of this test's own. */
export async function openMediaWorker(options: MediaWorkerOptions) {
  const context = await openMediaFolder()
  const media = createMediaWorker({ script: cachedMediaProgram, ...options })
  onTestFinished(() => media.close())
  return { ...context, media: tasksOf(media) }
}

let shared: MediaWorker | undefined

/**
 * One for all tests that a test process runs, as the application has one for all uploads: its processes take longer to start than for
 * most files. They end with the test process.
 */
export function sharedMediaWorker() {
  shared ??= createMediaWorker({ script: cachedMediaProgram })
  return shared
}

export const useMediaWorker = () => tasksOf(sharedMediaWorker())
