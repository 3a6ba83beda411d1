import { connect } from 'node:net'

const END = Buffer.from('\r\n\r\n')

/** Sends prepared requests over and over on kept connections, and returns the number of 204 responses. Reads as little as possible. */
export async function countAcceptedEvents(
  url: string,
  requests: Buffer[],
  how: { connections: number; seconds: number },
) {
  const port = Number(new URL(url).port)
  const until = performance.now() + how.seconds * 1000
  let next = 0
  const take = () => requests[next++ % requests.length] as Buffer
  const counts = await Promise.all(Array.from({ length: how.connections }, () => tellOn(port, take, until)))
  return counts.reduce((sum, count) => sum + count, 0)
}

function tellOn(port: number, take: () => Buffer, until: number) {
  return new Promise<number>((resolve, reject) => {
    let answers = 0
    const socket = connect(port, '127.0.0.1', () => socket.write(take()))
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('close', () => resolve(answers))
    socket.on('data', (chunk) => {
      if (chunk[9] !== 50 || chunk[11] !== 52)
        return reject(new Error(`The server answered: ${chunk.toString('latin1')}`))
      if (!chunk.subarray(-4).equals(END)) return reject(new Error('An answer came in pieces.'))
      answers += 1
      if (performance.now() < until) socket.write(take())
      else socket.destroy()
    })
  })
}
