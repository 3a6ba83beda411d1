import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { installFor } from '../steps/install.mjs'
import { pinnedNode } from '../steps/node.mjs'
import { root } from '../steps/root.mjs'

const BASE = 'docker.io/library/node:24-bookworm-slim'
const IMAGE = 'property-files'
const folder = join(root, 'node_modules/.cache/image')
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
/** So that packages can be installed during the build behind a proxy that has a certificate of its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

const own = process.arch
/** As Debian and Docker call them. */
const names = { x64: 'amd64', arm64: 'arm64' }

/**
 * Builds the Dockerfile's image with Debian's buildah, on a base made with debootstrap and the pinned Node: no container engine and no
 * image registry are needed, but root is. Programs for another processor are emulated. Returns the folder where the image's files are; what
 * the image says of itself is beside it, in a file with the same name and `.json`.
 */
export function buildImage(arch = own) {
  requirePrograms(arch)
  for (const needed of new Set([own, arch])) if (!isThere(baseOf(needed))) makeBase(needed)
  console.log('Building the image …')
  const bud = ['bud', '--format', 'docker', '--layers', '--pull=never', '--network', 'host']
  buildah(['tag', baseOf(own), BASE])
  if (arch === own) buildah([...bud, '--tag', IMAGE, root])
  else buildForOther(arch, bud)
  buildah(['rm', '--all'])
  const container = buildah(['from', '--pull=never', '--arch', names[arch], IMAGE])
  const { Docker } = JSON.parse(buildah(['inspect', container]))
  const files = buildah(['mount', container])
  const target = join(folder, `files-${arch}`)
  rmSync(target, { recursive: true, force: true })
  run('cp', ['-a', files, target])
  writeFileSync(`${target}.json`, JSON.stringify(Docker.config))
  buildah(['rm', container])
  return target
}

/** The stages one after the other: Docker builds the first on its own processor, and this buildah knows only one processor at a time. */
function buildForOther(arch, bud) {
  buildah([...bud, '--target', 'build', '--build-arg', `TARGETARCH=${names[arch]}`, '--tag', 'build', root])
  buildah(['tag', baseOf(arch), BASE])
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const last = join(folder, 'last.Dockerfile')
  writeFileSync(last, dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')))
  // By its files: an image of another processor is not found by its name.
  const built = buildah(['mount', buildah(['from', '--pull=never', 'build'])])
  buildah([...bud, '--arch', names[arch], '--build-context', `build=${built}`, '--file', last, '--tag', IMAGE, root])
}

function requirePrograms(arch) {
  const needed = ['buildah', 'debootstrap', ...(arch === own ? [] : ['qemu-aarch64-static'])]
  const missing = needed.filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length === 0 && process.getuid?.() === 0) return
  const packages = ['buildah debootstrap', ...(arch === own ? [] : ['qemu-user-static binfmt-support'])].join(' ')
  console.error(`The image is built as root, with programs of Debian: apt-get install ${packages}`)
  process.exit(1)
}

const baseOf = (arch) => `localhost/base-${arch}`
const isThere = (image) => buildah(['images', '--quiet', image], { mayFail: true }) !== ''

/** What the Dockerfile uses of the official image: Debian, Node, npm, and the account. */
function makeBase(arch) {
  console.log(`Making the base of the image for ${arch} …`)
  // Not in the project's folder: debootstrap cannot work in one with a space in its path.
  const base = mkdtempSync(join(tmpdir(), 'property-files-image-'))
  chmodSync(base, 0o755)
  mkdirSync(folder, { recursive: true })
  run('debootstrap', [`--arch=${names[arch]}`, '--variant=minbase', '--include=ca-certificates', 'bookworm', base])
  cpSync(nodeFor(arch), join(base, 'usr/local/bin/node'))
  cpSync(npmFolder(), join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  run('chroot', [base, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'])
  run('chroot', [base, 'useradd', '--uid', '1000', '--create-home', 'node'])
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(base, CERTIFICATES))
  const container = buildah(['from', '--arch', names[arch], 'scratch'])
  buildah(['add', '--quiet', container, base, '/'])
  buildah(['config', '--arch', names[arch], container])
  for (const setting of [`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, `npm_config_cafile=${CERTIFICATES}`])
    buildah(['config', '--env', setting, container])
  buildah(['commit', '--quiet', '--rm', container, baseOf(arch)])
  rmSync(base, { recursive: true, force: true })
}

function nodeFor(arch) {
  if (arch === own) return pinnedNode()
  const packages = join(folder, `packages-${arch}`)
  mkdirSync(packages, { recursive: true })
  installFor(arch, packages)
  return join(packages, `node_modules/node-linux-${arch}/bin/node`)
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
