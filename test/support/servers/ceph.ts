import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { freePort } from '../processes/app.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** For all who open a bucket here. The space in the second one has to survive signing. */
const KEYS = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret that signs' }
const MEMORY_BYTES = 2 * 1024 ** 3

/**
 * A real S3: Ceph's gateway (radosgw) on a cluster of one monitor and one store in memory, from Debian's packages ceph-mon, ceph-osd,
 * ceph-common and radosgw. It takes about ten seconds to start, so there is one for a whole run.
 */
export async function startCeph() {
  const folder = await temporaryFolder()
  const at = (name: string) => join(folder, name)
  const [monitorPort, oldMonitorPort, gatewayPort] = [await freePort(), await freePort(), await freePort()]
  const monitor = `[v2:127.0.0.1:${monitorPort},v1:127.0.0.1:${oldMonitorPort}]`
  const cluster = randomUUID()
  const store = randomUUID()
  for (const name of ['mon', 'osd', 'gateway', 'run']) await mkdir(at(name))
  await writeFile(at('ceph.conf'), settings({ folder, cluster, monitor, gatewayPort }))
  const running: ReturnType<typeof spawn>[] = []

  const ceph = (program: string, ...args: string[]) => {
    const { status, stderr, error } = spawnSync(program, ['-c', at('ceph.conf'), ...args], {
      encoding: 'utf8',
      timeout: 120_000,
    })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr || error?.message}`)
  }
  const start = (program: string, ...args: string[]) =>
    running.push(spawn(program, ['-c', at('ceph.conf'), ...args, '--foreground'], { stdio: 'ignore' }))
  // A run that is interrupted ends without calling `stop`.
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL')
  })
  const stop = async () => {
    for (const child of running.reverse()) {
      const ended = child.exitCode === null && once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }

  try {
    ceph('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', monitor, at('monmap'))
    ceph('ceph-mon', '--mkfs', '--id', 'a', '--monmap', at('monmap'))
    start('ceph-mon', '--id', 'a')
    ceph('ceph', 'osd', 'new', store)
    ceph('ceph-osd', '--id', '0', '--mkfs', '--osd-uuid', store)
    ceph('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=localhost')
    start('ceph-osd', '--id', '0')
    const user = ['--access-key', KEYS.accessKeyId, '--secret-key', KEYS.secretAccessKey]
    ceph('radosgw-admin', 'user', 'create', '--uid', 'tests', '--display-name', 'tests', ...user)
    start('radosgw', '--name', 'client.gateway')
    const url = `http://127.0.0.1:${gatewayPort}`
    await eventually(async () => (await fetch(url)).ok)
    return { url, ...KEYS, stop }
  } catch (error) {
    const log = await readFile(at('run/client.gateway.log'), 'utf8').catch(() => '')
    await stop()
    throw new Error(`Ceph did not start. ${log.slice(-1000)}`, { cause: error })
  }
}

interface Cluster {
  folder: string
  cluster: string
  monitor: string
  gatewayPort: number
}

/** One copy of everything, no keys between the parts, and no encryption: they are all on this machine. */
const settings = ({ folder, cluster, monitor, gatewayPort }: Cluster) => `
[global]
fsid = ${cluster}
mon host = ${monitor}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = ${MEMORY_BYTES}
mon allow pool size one = true
mon data avail crit = 1
mon data avail warn = 2
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/run/$name.log
pid file = ${folder}/run/$name.pid
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
[client.gateway]
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
# A day of a bucket's rules lasts a second.
rgw lc debug interval = 1
`
