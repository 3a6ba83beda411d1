import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pinnedNode } from './node.mjs'
import { root } from './root.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The same engine without the browser's interface, which takes half the time for most tests. */
const SHELL_NAMES = ['chromium-headless-shell']
const DOWNLOAD_TIMEOUT_MS = 180_000

/**
 * The browser for the tests: an installed one (Playwright's own before the system's), else Playwright's own if it downloads, else Debian's.
 * Returns the paths of a system browser for the tests' environment; empty strings mean Playwright's own.
 */
export function ensureBrowser() {
  if (hasPlaywrights()) return { CHROMIUM: '', CHROMIUM_SHELL: '' }
  if (!onPath(NAMES)) {
    console.log('Installing a browser …')
    if (downloads() && hasPlaywrights()) return { CHROMIUM: '', CHROMIUM_SHELL: '' }
    installFromDebian('chromium', ...SHELL_NAMES)
  } else if (onPath(['apt-get']) && !onPath(SHELL_NAMES)) {
    console.log('Installing the browser’s headless shell, which halves the time of the browser tests …')
    installFromDebian(...SHELL_NAMES)
  }
  const CHROMIUM = onPath(NAMES)
  if (CHROMIUM) return { CHROMIUM, CHROMIUM_SHELL: onPath(SHELL_NAMES) ?? CHROMIUM }
  console.error('No browser for the tests. Install one, for example: sudo apt-get install chromium')
  process.exit(1)
}

function hasPlaywrights() {
  const ask = "import { chromium } from '@playwright/test'; process.stdout.write(chromium.executablePath())"
  const { stdout } = spawnSync(pinnedNode(), ['--input-type=module', '-e', ask], { cwd: root, encoding: 'utf8' })
  return stdout !== '' && existsSync(stdout)
}

const onPath = (names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

const downloads = () =>
  spawnSync(pinnedNode(), [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: DOWNLOAD_TIMEOUT_MS,
  }).status === 0

function installFromDebian(...packages) {
  const isRoot = process.getuid?.() === 0
  const apt = (...args) => {
    const command = ['apt-get', ...args]
    const [program, ...rest] = isRoot ? command : ['sudo', '-n', ...command]
    spawnSync(program, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}
