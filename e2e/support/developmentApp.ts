import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fillDataFolder, freePort, type RunningApp, watchOutput } from '../../test/support/processes/app.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'

const ROOT = join(import.meta.dirname, '../..')
const CONFIGURATION = /^(package|package-lock|tsconfig)\.json$|^vite\..*ts$/
const COPIED = ['src', 'payment-sandbox', 'scripts', ...readdirSync(ROOT).filter((name) => CONFIGURATION.test(name))]
const LINKED = ['public', 'drizzle', 'demo']
/** Vite's caches, which each copy of the project needs for itself. */
const CACHES = ['.vite', '.vite-temp', '.cache']

/** `npm run dev` in a copy of the project, whose sources a test may edit. Its packages are those of the project, its data those of a first start. */
export async function startDevelopmentApp() {
  const folder = await temporaryFolder()
  // Folder names may contain spaces.
  const checkout = join(folder, 'my work')
  mkdirSync(join(checkout, 'node_modules'), { recursive: true })
  for (const name of COPIED) cpSync(join(ROOT, name), join(checkout, name), { recursive: true })
  const packages = readdirSync(join(ROOT, 'node_modules')).filter((name) => !CACHES.includes(name))
  for (const name of [...LINKED, ...packages.map((one) => join('node_modules', one))])
    symlinkSync(join(ROOT, name), join(checkout, name))
  const dataDir = join(checkout, 'data')
  mkdirSync(dataDir)
  await fillDataFolder(dataDir)

  const port = await freePort()
  const { PATH = '', HOME = '/' } = process.env
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: checkout,
    env: { PATH, HOME, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { output, saying } = watchOutput(child)
  await saying('Property Files is ready')
  const app: RunningApp = {
    url: `http://localhost:${port}`,
    dataDir,
    process: child,
    output,
    saying,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
      return child.exitCode
    },
  }

  /** Replaces text in a source file of the copy. Fails if the text is not there. */
  function edit(path: string, text: string, replacement: string) {
    const source = readFileSync(join(checkout, path), 'utf8')
    if (!source.includes(text)) throw new Error(`${path} does not contain: ${text}`)
    writeFileSync(
      join(checkout, path),
      source.replace(text, () => replacement),
    )
  }
  const append = (path: string, text: string) => appendFileSync(join(checkout, path), text)
  return { app, edit, append }
}
