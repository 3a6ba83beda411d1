import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** The machine's end of the network between containers (scripts/compose/network.sh). */
export const MACHINE = '172.30.0.1'

let containers = 10

/** A network of its own for a container, at the address that its name has in the file of hosts. */
export function addToNetwork(name: string, address: string) {
  const [outer, inner] = [`c${containers}`, `c${containers++}i`]
  ip('netns', 'add', name)
  ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner)
  ip('link', 'set', outer, 'master', 'containers', 'up')
  ip('link', 'set', inner, 'netns', name)
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', inner)
  ip('-n', name, 'link', 'set', inner, 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
}

function ip(...args: string[]) {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}

/** Makes a server of this machine reachable by containers, at the port that it has among them. */
export async function publish(port: number, target: { port: number; host?: string } | { path: string }) {
  const server = createServer((near) => {
    const far = connect(target)
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).pipe(near)
  })
  server.listen(port, MACHINE)
  await once(server, 'listening')
  return server
}
