import type { Socket } from 'node:net'

const SSL_REQUEST = 80_877_103
const VERSION = 3 << 16

export function message(type: string, body: Buffer) {
  return Buffer.concat([Buffer.from(type), int(body.length + 4), body])
}

/** The first message of a connection: who wants which database. It alone has no type. */
export function startup(who: Record<string, string>) {
  const words = Object.entries(who).flat().join('\0')
  const body = Buffer.concat([int(VERSION), Buffer.from(`${words}\0\0`)])
  return Buffer.concat([int(body.length + 4), body])
}

export const isEncryptionAsked = (first: Buffer) => first.readInt32BE(4) === SSL_REQUEST

export const settingsIn = (first: Buffer) =>
  first
    .subarray(8)
    .toString('utf8')
    .split('\0')
    .filter((word, index) => index % 2 === 0 && word)

/** Cuts a stream into the protocol's messages. */
export function readMessages(
  socket: Socket,
  onMessage: (type: string, whole: Buffer) => unknown,
  onStartup?: (first: Buffer) => unknown,
) {
  let rest = Buffer.alloc(0)
  let isStarting = onStartup !== undefined
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = isStarting ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const whole = rest.subarray(0, length)
      rest = rest.subarray(length)
      if (!isStarting) onMessage(String.fromCharCode(whole[0] ?? 0), whole)
      else {
        isStarting = isEncryptionAsked(whole)
        onStartup?.(whole)
      }
    }
  })
}

export function int(value: number) {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}
