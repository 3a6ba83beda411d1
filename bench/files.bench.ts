import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskStorage } from '../src/platform/storage/disk/diskStorage.server.ts'
import { PART_BYTES } from '../src/platform/storage/storage.ts'
import { someBytes } from '../test/fixtures/content/bytes.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { createUploader, pdfDownload } from '../test/support/uploader.ts'
import { startNginx } from './support/nginx.ts'
import { median, report } from './support/report.ts'
import { download } from './support/transfer.ts'

/** How fast do files come down, beside a server made for nothing else? And what memory do large uploads cost? */
const ROUNDS = 5
const STREAMS = 4
const DOWNLOAD_SIZE = 20 * PART_BYTES
const UPLOAD_SIZE = 500_000_000
const MEGABYTE = 1_000_000
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'

const app = await startBuiltApp({ APP_SECRET })
const folder = await temporaryFolder()
const nginx = await startNginx(folder)
const port = Number(new URL(app.url).port)
const storage = createDiskStorage({ folder: join(app.dataDir, 'files'), secret: APP_SECRET })
const uploader = createUploader({ storage, at: (url) => app.url + url })
const part = someBytes(PART_BYTES)
try {
  const memory = await uploadMemory()

  const { key } = await upload(DOWNLOAD_SIZE)
  const ours = await storage.downloadUrl(pdfDownload(key))
  for (let i = 0; i < DOWNLOAD_SIZE / PART_BYTES; i++) writeFileSync(join(folder, 'file'), part, { flag: 'a' })
  const runs = { ours: () => download(port, ours), nginx: () => download(nginx.port, '/file') }
  await Promise.all([runs.ours(), runs.nginx()])

  const rounds: { ours: number; nginx: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const speeds = { ours: 0, nginx: 0 }
    for (const who of round % 2 ? (['ours', 'nginx'] as const) : (['nginx', 'ours'] as const))
      speeds[who] = await speed(runs[who])
    rounds.push(speeds)
    console.log(`round ${round + 1}: ours ${Math.round(speeds.ours)} MB/s, nginx ${Math.round(speeds.nginx)} MB/s`)
  }

  report('files', {
    ratioToNginx: round3(median(rounds.map((speeds) => speeds.ours / speeds.nginx))),
    downloadMegabytesPerSecond: Math.round(median(rounds.map((speeds) => speeds.ours))),
    nginxMegabytesPerSecond: Math.round(median(rounds.map((speeds) => speeds.nginx))),
    ...memory,
    streams: STREAMS,
    rounds: ROUNDS,
    budgets: { ratioToNginx: 0.4, uploadMemoryGrowthMegabytes: 120 },
  })
} finally {
  await nginx.stop()
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function speed(run: () => Promise<number>) {
  const began = performance.now()
  const sizes = await Promise.all(Array.from({ length: STREAMS }, run))
  const seconds = (performance.now() - began) / 1000
  if (sizes.some((size) => size !== DOWNLOAD_SIZE)) throw new Error(`Not all came: ${sizes}`)
  return (STREAMS * DOWNLOAD_SIZE) / MEGABYTE / seconds
}

/** The most that the server holds while four large files go up, over what it held before. */
async function uploadMemory() {
  const before = residentMegabytes()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes())
  }, 50)
  const began = performance.now()
  const uploads = await Promise.all(Array.from({ length: STREAMS }, () => upload(UPLOAD_SIZE)))
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  for (const { key } of uploads) await storage.remove(key)
  return {
    uploadMemoryGrowthMegabytes: Math.round(most - before),
    uploadMegabytesPerSecond: Math.round((STREAMS * UPLOAD_SIZE) / MEGABYTE / seconds),
  }
}

async function upload(size: number) {
  const begun = await uploader.begin(size)
  for (const url of await uploader.urlsOf(begun)) {
    const { status } = await uploader.put({ ...url, offset: 0 }, part)
    if (status !== 200) throw new Error(`A part was answered with ${status}.`)
  }
  await storage.finishUpload(begun)
  return begun
}

function residentMegabytes() {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.process.pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / MEGABYTE
}

function round3(value: number) {
  return Math.round(value * 1000) / 1000
}
