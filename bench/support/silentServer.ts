import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Accepts every connection and never responds. */
export async function startSilentServer() {
  const callers = new Set<Socket>()
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    callers.add(socket)
    socket.on('error', () => {}).on('close', () => callers.delete(socket))
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    calls: () => calls,
    stop() {
      for (const caller of callers) caller.destroy()
      server.close()
    },
  }
}
