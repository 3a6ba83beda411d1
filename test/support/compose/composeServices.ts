import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, inject } from 'vitest'
import { openDatabase } from '../../../src/db/client.server.ts'
import { projectRoot } from '../../../src/platform/config/projectRoot.server.ts'
import { startEmbeddedPostgres } from '../../../src/platform/embeddedServices/postgres.server.ts'
import { eventually } from '../eventually.ts'
import { watchOutput } from '../processes/app.ts'
import { commandInImage, healthcheckOf } from '../processes/inImage.ts'
import { socketOf } from '../servers/postgresServer.ts'
import { type ScriptedSmtp, startScriptedSmtp } from '../servers/scriptedSmtp.ts'
import { temporaryDatabaseFolder, temporaryFolder } from '../temporaryFolder.ts'
import { makeAuthority } from './certificates.ts'
import { type ComposeService, exampleSettings, readComposeFile } from './composeFile.ts'
import { addToNetwork, publish } from './network.ts'

const IMAGE = process.env.TEST_IMAGE ?? ''
/** Where the image looks for authorities. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'
const HOSTS = join(projectRoot, 'scripts/compose/hosts')
const ADDRESSES = {
  'property-files-web-1': '172.30.0.11',
  'property-files-web-2': '172.30.0.12',
  'property-files-worker-1': '172.30.0.13',
}
export type ContainerName = keyof typeof ADDRESSES
const WEBS: ContainerName[] = ['property-files-web-1', 'property-files-web-2']

type Run = ReturnType<typeof watchOutput>

interface Parts {
  url: string
  secret: string
  database: ReturnType<typeof openDatabase>
  smtp: ScriptedSmtp
  /** What the newest start of each container printed. */
  running: Map<ContainerName, Run>
  /** Another command in the place of a container, with its settings, volumes and network. Resolves to what it printed. */
  runIn(name: ContainerName, command: string[], env?: Record<string, string>): Promise<string>
  /** Whether the image's own health check says so. */
  isHealthy(name: ContainerName): Promise<boolean>
  start(name: ContainerName): Promise<void>
  /** As a container engine does it. Resolves to the exit code. */
  stop(name: ContainerName): Promise<number | null>
}

/**
 * The services of deploy/compose.yaml as processes: the application's own from the image, each in a network of its own and with new folders
 * where it has volumes, Caddy with the Caddyfile, and in place of the images of others an embedded PostgreSQL, Ceph's S3 and a mail server
 * of ours, under the names and ports that they have there.
 */
export function useComposeServices() {
  const ceph = inject('ceph')
  if (!ceph) throw new Error('The services need an S3. Start them with: npm run test:services -- compose')
  const settings = exampleSettings({
    APP_SECRET: 'a secret of the services, of forty letters',
    BACKUP_KEY: 'a key of the backups, of more than thirty-two letters',
    DATABASE_PASSWORD: 'lettersAndDigits1',
    S3_ACCESS_KEY_ID: ceph.accessKeyId,
    S3_SECRET_ACCESS_KEY: ceph.secretAccessKey,
  })
  const services = readComposeFile(settings)
  const parts = { url: `https://${settings.DOMAIN}`, secret: settings.APP_SECRET ?? '', running: new Map() } as Parts
  const stops: (() => unknown)[] = []
  const volumes = new Map<string, string>()
  let authority: ReturnType<typeof makeAuthority>

  beforeAll(async () => {
    const folder = await temporaryFolder()
    authority = makeAuthority(folder)
    const postgres = await startEmbeddedPostgres(await temporaryDatabaseFolder(), () => {})
    stops.push(() => postgres.stop())
    parts.database = openDatabase(postgres.url, { max: 5, name: 'tests' })
    stops.push(() => parts.database.close())
    const { POSTGRES_USER, POSTGRES_PASSWORD } = serviceOf('postgres').environment
    await parts.database.sql.raw(`create role ${POSTGRES_USER} superuser login password '${POSTGRES_PASSWORD}'`)
    parts.smtp = await startScriptedSmtp()
    stops.push(() => parts.smtp.stop())
    const published = [
      await publish(5432, socketOf(postgres.url)),
      await publish(1025, { port: Number(new URL(parts.smtp.url).port) }),
      await publish(9000, { port: Number(new URL(ceph.url).port) }),
    ]
    stops.push(() => published.map((server) => server.close()))
    await makeBucket()
    for (const [name, address] of Object.entries(ADDRESSES)) addToNetwork(name, address)

    stops.push(() => Promise.all([...parts.running.keys()].map(parts.stop)))
    // The order of `depends_on`.
    await Promise.all(WEBS.map(parts.start))
    for (const web of WEBS) await eventually(() => parts.isHealthy(web))
    await parts.start('property-files-worker-1')
    stops.push(await startCaddy(serviceOf('caddy'), folder, authority))
    await eventually(async () => (await fetch(`${parts.url}/readyz`)).ok)
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  })

  parts.start = async (name) => {
    const run = await spawnIn(name)
    parts.running.set(name, run)
    await run.saying(WEBS.includes(name) ? '"msg":"ready"' : '"msg":"worker ready"')
  }
  parts.stop = async (name) => {
    const child = parts.running.get(name)?.child
    if (!child) throw new Error(`${name} is not running.`)
    parts.running.delete(name)
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return child.exitCode
  }
  parts.isHealthy = async (name) => {
    const { child } = await spawnIn(name, { entrypoint: healthcheckOf(IMAGE), command: [] })
    const [code] = await once(child, 'exit')
    return code === 0
  }
  parts.runIn = async (name, command, env) => {
    const { child, output } = await spawnIn(name, { command, env })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output()}`)
    return output()
  }
  return parts

  function serviceOf(name: string) {
    const service = services[name]
    if (!service) throw new Error(`deploy/compose.yaml has no service ${name}.`)
    return service
  }

  async function spawnIn(
    name: ContainerName,
    { env = {}, ...own }: { command?: string[]; entrypoint?: string[]; env?: Record<string, string> | undefined } = {},
  ) {
    const service = serviceOf(name.split('-').at(-2) ?? '')
    refuseWeaker(service)
    const { program, args } = commandInImage(IMAGE, {
      ...(service.command && { command: service.command }),
      ...own,
      env: { ...service.environment, ...env },
      folders: await foldersOf(service),
      files: { [AUTHORITIES]: authority.certificate, '/etc/hosts': HOSTS },
      network: name,
    })
    return watchOutput(spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] }))
  }

  /** A volume with a name is one folder for all; /data, which is the image's own, is new for each start. */
  async function foldersOf(service: ComposeService) {
    const folders: Record<string, string> = { '/data': await temporaryFolder() }
    for (const volume of service.volumes) {
      const [name = '', target] = volume.split(':')
      if (!target) continue
      const folder = volumes.get(name) ?? (await temporaryFolder())
      volumes.set(name, folder)
      folders[target] = folder
    }
    return folders
  }
}

/** How the processes are started here has to be what the file asks a container engine for. */
function refuseWeaker({ read_only, cap_drop, security_opt, volumes }: ComposeService) {
  const asked = [read_only, cap_drop.includes('ALL'), security_opt.includes('no-new-privileges:true')]
  if (!asked.every(Boolean) || !volumes.includes('/tmp'))
    throw new Error('deploy/compose.yaml asks for less than this.')
}

/** What the service `bucket` does with the tool of its own S3. */
export const makeBucket = (name = 'property-files') =>
  withS3((client) => client.send(new CreateBucketCommand({ Bucket: name })))

/** The S3 itself, as an operator uses it. */
export async function withS3<Result>(use: (client: S3Client) => Promise<Result>) {
  const { url, accessKeyId, secretAccessKey } = inject('ceph') ?? { url: '', accessKeyId: '', secretAccessKey: '' }
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint: url, region: 'default', credentials, forcePathStyle: true })
  try {
    return await use(client)
  } finally {
    client.destroy()
  }
}

/** Debian's Caddy with our file. Its certificates are signed by our authority instead of a public one. */
async function startCaddy(service: ComposeService, folder: string, authority: ReturnType<typeof makeAuthority>) {
  const pki = join(folder, 'caddy/pki/authorities/local')
  await mkdir(pki, { recursive: true })
  await copyFile(authority.key, join(pki, 'root.key'))
  await copyFile(authority.certificate, join(pki, 'root.crt'))
  const config = join(folder, 'Caddyfile')
  const ours = await readFile(join(projectRoot, 'deploy/Caddyfile'), 'utf8')
  await writeFile(config, `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n}\n\n${ours}`)
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      ...service.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { saying } = watchOutput(child)
  await saying('serving initial configuration')
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
