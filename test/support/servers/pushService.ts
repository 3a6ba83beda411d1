import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '../../../src/platform/outbound/push/push.server.ts'

/** The push service of a browser: accepts messages, checks who signed them, and decrypts them as the browser does (RFC 8291, 8292). */
export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const received: (PushMessage & { endpoint: string; signedBy: string })[] = []
  let answer = 201
  let refused = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const browser = browsers.get(request.url ?? '')
    const signedBy = readVapid(request.headers.authorization ?? '', origin)
    const isAccepted = !browser?.publicKey || browser.publicKey === signedBy
    if (browser && answer === 201 && isAccepted)
      received.push({ ...decrypt(Buffer.concat(chunks), browser), endpoint: `${origin}${request.url}`, signedBy })
    if (answer !== 201) refused++
    const answerToKey = isAccepted ? answer : 403
    response.writeHead(browser ? answerToKey : 410).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    /** A browser that subscribes, as it describes itself to the application. With a public key it wants messages of that key only. */
    subscribe(publicKey?: string) {
      const browser = { keys: createECDH('prime256v1'), auth: randomBytes(16), publicKey }
      browser.keys.generateKeys()
      const path = `/send/${randomBytes(8).toString('hex')}`
      browsers.set(path, browser)
      return {
        endpoint: `${origin}${path}`,
        p256dh: browser.keys.getPublicKey('base64url'),
        auth: browser.auth.toString('base64url'),
      }
    },
    /** How many messages it did not accept. */
    refused: () => refused,
    /** What it answers from now on. */
    answerWith(status: number) {
      answer = status
    },
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface Browser {
  keys: ReturnType<typeof createECDH>
  publicKey?: string
  auth: Buffer
}

/** Content encoding aes128gcm: salt, record size, the sender's public key, and one encrypted record. */
function decrypt(body: Buffer, { keys, auth }: Browser): PushMessage {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The text ends at the last 2, which is followed by nothing but zeros.
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
}

/** The public key that signed the message, if the signature is valid and meant for this service. */
function readVapid(authorization: string, origin: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header, claims, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  )
  const { aud } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())
  return isValid && aud === origin ? key : 'nobody'
}
