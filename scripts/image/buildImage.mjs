import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pinnedNode } from '../steps/node.mjs'
import { root } from '../steps/root.mjs'

const BASE = 'docker.io/library/node:24-bookworm-slim'
const IMAGE = 'property-files'
const folder = join(root, 'node_modules/.cache/image')
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
/** So that packages can be installed during the build behind a proxy that has a certificate of its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Builds the Dockerfile's image with Debian's buildah, on a base made with debootstrap and the pinned Node: no container engine and no
 * image registry are needed, but root is. Returns the folder where its files are; what the image says of itself is beside it, in a file
 * with the same name and `.json`.
 */
export function buildImage() {
  requirePrograms()
  if (!buildah(['images', '--quiet', BASE], { mayFail: true })) makeBase()
  console.log('Building the image …')
  // The only format that knows health checks.
  buildah(['bud', '--format', 'docker', '--layers', '--pull=never', '--network', 'host', '--tag', IMAGE, root])
  buildah(['rm', '--all'])
  const container = buildah(['from', '--pull=never', IMAGE])
  const { Docker } = JSON.parse(buildah(['inspect', container]))
  const files = buildah(['mount', container])
  const target = join(folder, 'files')
  rmSync(target, { recursive: true, force: true })
  run('cp', ['-a', files, target])
  writeFileSync(`${target}.json`, JSON.stringify(Docker.config))
  buildah(['rm', container])
  return target
}

function requirePrograms() {
  const missing = ['buildah', 'debootstrap'].filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length === 0 && process.getuid?.() === 0) return
  console.error('The image is built as root, with programs of Debian: apt-get install buildah debootstrap')
  process.exit(1)
}

/** What the Dockerfile uses of the official image: Debian, Node, npm, and the account. */
function makeBase() {
  console.log('Making the base of the image …')
  const base = join(folder, 'base')
  rmSync(base, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', base])
  cpSync(pinnedNode(), join(base, 'usr/local/bin/node'))
  cpSync(npmFolder(), join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  run('chroot', [base, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'])
  run('chroot', [base, 'useradd', '--uid', '1000', '--create-home', 'node'])
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(base, CERTIFICATES))
  const container = buildah(['from', 'scratch'])
  buildah(['add', '--quiet', container, base, '/'])
  for (const setting of [`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, `npm_config_cafile=${CERTIFICATES}`])
    buildah(['config', '--env', setting, container])
  buildah(['commit', '--quiet', '--rm', container, BASE])
  rmSync(base, { recursive: true, force: true })
}

const npmFolder = () => join(dirname(process.env.npm_execpath ?? ''), '..')

function buildah(args, { mayFail = false } = {}) {
  return run('buildah', [...store, ...args], { mayFail, env: { ...process.env, BUILDAH_ISOLATION: 'chroot' } })
}

function run(program, args, { mayFail = false, env = process.env } = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 100_000_000 })
  if (status === 0) return stdout.trim()
  if (mayFail) return ''
  throw new Error(`${program} ${args.join(' ')} failed:\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`)
}
