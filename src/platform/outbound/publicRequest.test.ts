import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { AddressRefused, createPublicRequests, isPublicAddress } from './publicRequest.server.ts'

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

/** A server of our own network that counts who reaches it. */
async function startServer(respond: RequestListener = (_request, response) => response.end('ok')) {
  let connections = 0
  const server = createServer(respond).on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, connections: () => connections }
}

/** A DNS server that gives these answers, one after the other. */
function answering(...answers: string[][]) {
  const asked: string[] = []
  const lookup: NonNullable<NonNullable<Parameters<typeof createPublicRequests>[0]>['lookup']> = (
    hostname,
    _,
    callback,
  ) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { lookup, asked }
}

const refusedAddresses = {
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  unspecified: ['0.0.0.0', '::'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::a9fe:a9fe'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254'],
  'unique local': ['fc00::1', 'fd00:ec2::254', 'fec0::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
  'IPv4-compatible': ['::127.0.0.1', '::a00:1'],
  'translated IPv4': ['::ffff:0:7f00:1', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1'],
  Teredo: ['2001:0:7f00:1::', '2001::1'],
  'multicast and broadcast': ['224.0.0.1', '255.255.255.255', 'ff02::1'],
  'reserved or for documentation': ['192.0.0.8', '192.0.2.1', '198.18.0.1', '203.0.113.9', '240.0.0.1', '2001:db8::1'],
}

describe('a request for a user', () => {
  test.each(Object.entries(refusedAddresses))(
    'threat 172: reaches no %s address, by number or by name',
    async (_, addresses) => {
      for (const address of addresses) {
        expect(isPublicAddress(address), address).toBe(false)
        const requests = createPublicRequests({ lookup: answering([address]).lookup })
        const literal = address.includes(':') ? `[${address}]` : address
        await expect(requests.send({ url: `https://${literal}/`, maxBytes: 1 }), address).rejects.toThrow(
          AddressRefused,
        )
        await expect(requests.send({ url: 'https://example.nz/', maxBytes: 1 }), address).rejects.toThrow(
          'This name doesn’t lead to a public address',
        )
      }
    },
  )

  test('reaches public addresses', () => {
    for (const address of ['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])
      expect(isPublicAddress(address), address).toBe(true)
  })

  test.each([
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '①②⑦.⓪.⓪.①',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    'localhost',
    'LOCALHOST.',
    'db',
    'metadata.google.internal',
    'printer.local',
  ])('recognises %s before any lookup', async (host) => {
    const { lookup, asked } = answering(['1.1.1.1'])
    const requests = createPublicRequests({ lookup })
    await expect(requests.send({ url: `https://${host}/`, maxBytes: 1 })).rejects.toThrow(
      'Please enter a public address',
    )
    expect(asked).toEqual([])
  })

  test('to a name with one public and one private address is refused', async () => {
    const requests = createPublicRequests({ lookup: answering(['1.1.1.1', '10.0.0.1']).lookup })
    await expect(requests.send({ url: 'https://example.nz/', maxBytes: 1 })).rejects.toThrow(AddressRefused)
  })

  test('threat 173: looks the name up once, and connects to what it has checked', async () => {
    const inside = await startServer()
    const { lookup, asked } = answering(['192.31.196.1'], ['127.0.0.1'])
    const requests = createPublicRequests({ lookup, timeoutMs: 500 })
    await expect(requests.send({ url: `https://example.nz:${inside.port}/`, maxBytes: 1 })).rejects.toThrow()
    expect(asked).toEqual(['example.nz'])
    expect(inside.connections()).toBe(0)
  })

  test.each([
    ['http://example.nz/', 'https://'],
    ['ftp://example.nz/', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['https://user:secret@example.nz/', 'without a password'],
    ['https://user@example.nz/', 'without a password'],
    ['https://example.nz:22/', 'without a port'],
    ['https://example.nz:80/', 'without a port'],
    ['example.nz', 'web address'],
    ['', 'web address'],
  ])('is not made to %s', async (url, reason) => {
    const { lookup, asked } = answering(['1.1.1.1'])
    const requests = createPublicRequests({ lookup })
    await expect(requests.send({ url, maxBytes: 1 })).rejects.toThrow(reason)
    expect(() => requests.requireUrl(url)).toThrow(AddressRefused)
    expect(asked).toEqual([])
  })

  test('does not follow a redirect', async () => {
    const inside = await startServer()
    const outside = await startServer((_, response) => response.writeHead(307, { location: inside.origin }).end())
    const requests = createPublicRequests({ furtherOrigins: [outside.origin, inside.origin] })
    const response = await requests.send({ url: outside.origin, method: 'POST', body: '{}', maxBytes: 100 })
    expect(response.status).toBe(307)
    expect(inside.connections()).toBe(0)
  })

  test('sends its headers and body, and returns the response', async () => {
    const server = await startServer(async (request, response) => {
      const body = await request.toArray()
      response.writeHead(202, { 'x-name': String(request.headers['x-name']) }).end(Buffer.concat(body))
    })
    const requests = createPublicRequests({ furtherOrigins: [server.origin] })
    const response = await requests.send({
      url: `${server.origin}/path`,
      method: 'POST',
      headers: { 'x-name': 'Rata' },
      body: 'Sunny',
      maxBytes: 100,
    })
    expect(response).toMatchObject({ status: 202, body: Buffer.from('Sunny'), isComplete: true })
    expect(response.headers['x-name']).toBe('Rata')
  })

  test('reads no more than it should of an endless response', async () => {
    const server = await startServer((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(20_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    const requests = createPublicRequests({ furtherOrigins: [server.origin] })
    const response = await requests.send({ url: server.origin, maxBytes: 64_000 })
    expect(response.body).toHaveLength(64_000)
    expect(response.isComplete).toBe(false)
  })

  test.each([
    ['never responds', () => undefined],
    ['sends a byte now and then', (_, response) => void setInterval(() => response.write('x'), 20).unref()],
    ['begins and never ends', (_, response) => void response.writeHead(200).write('x')],
  ] satisfies [string, RequestListener][])('ends after its time when the server %s', async (_, respond) => {
    const server = await startServer(respond)
    const requests = createPublicRequests({ furtherOrigins: [server.origin], timeoutMs: 200 })
    await expect(requests.send({ url: server.origin, maxBytes: 64_000 })).rejects.toThrow(
      'No response within 0.2 seconds',
    )
  })

  test('fails when the server ends the connection early or wants another protocol', async () => {
    const early = await startServer((_, response) =>
      response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy()),
    )
    const upgrade = await startServer((request) =>
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
    )
    const requests = createPublicRequests({ furtherOrigins: [early.origin, upgrade.origin] })
    for (const { origin } of [early, upgrade])
      await expect(requests.send({ url: origin, maxBytes: 100 })).rejects.toThrow()
  })
})
