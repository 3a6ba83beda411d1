import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'

/**
 * Downloads as cheaply as it can be done, into one buffer that is used again and again, so that the server is what is
 * measured. Returns the number of body bytes received.
 */
export function download(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = 0
    let head = ''
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.alloc(1024 * 1024),
        callback(count, buffer) {
          received += count
          if (!head.includes(HEAD_END)) head += Buffer.from(buffer.buffer, 0, count).toString('latin1')
          return true
        },
      },
    })
    socket.on('error', reject)
    socket.on('close', () => {
      if (!head.startsWith('HTTP/1.1 200')) reject(new Error(`The server answered: ${head.slice(0, 200)}`))
      else resolve(received - head.indexOf(HEAD_END) - HEAD_END.length)
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)
  })
}
