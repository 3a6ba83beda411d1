import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { allowSlowBody, cutOffSlowBodies, cutOffStalledConnections, dropUnwantedBodies } from './slowClients.server.ts'

const MEGABYTE = 1_000_000
/** More than the kernel keeps for both ends of a connection. */
const LARGE_BODY = Buffer.alloc(64 * MEGABYTE)

async function listen(handle: RequestListener, guard: (server: Server) => void) {
  const server = createServer(handle)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  guard(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return (head: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head}\r\nHost: x\r\n\r\n`)
    return socket
  }
}

/** However it ends: a reset is an error to `once`. */
const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

test('threat 85: a client that stops reading is disconnected, one that reads slowly is not', async () => {
  const answered = { stalled: false, slow: false }
  const open = await listen(
    (request, response) => {
      response.once('close', () => {
        answered[request.url === '/stalled' ? 'stalled' : 'slow'] = true
      })
      response.end(LARGE_BODY)
    },
    (server) => cutOffStalledConnections(server, 1_000),
  )
  const slow = open('GET /slow HTTP/1.1')
  const stalled = open('GET /stalled HTTP/1.1')
  let received = 0
  slow.on('data', (chunk: Buffer) => {
    received += chunk.length
    // In total longer than the silence limit.
    slow.pause()
    setTimeout(() => slow.resume(), 2)
  })

  await eventually(() => answered.stalled)
  stalled.destroy()
  await eventually(() => answered.slow)
  await eventually(() => received > LARGE_BODY.length)
})

test('threat 85: a client whose request body stalls is disconnected', async () => {
  const open = await listen(
    async (request, response) => response.end(await text(request).catch(() => '')),
    (server) => cutOffStalledConnections(server, 200),
  )
  const stalled = open('PUT / HTTP/1.1\r\nContent-Length: 5').resume()
  await closeOf(stalled)
})

test('threat 86: a body that is not needed is not read to its end, and its sender gets the response', async () => {
  const open = await listen((_request, response) => response.writeHead(413).end('no'), dropUnwantedBodies)
  const socket = open('PUT / HTTP/1.1\r\nTransfer-Encoding: chunked')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = closeOf(socket)
  const megabyte = Buffer.concat([Buffer.from('F4240\r\n'), Buffer.alloc(MEGABYTE), Buffer.from('\r\n')])
  const send = () => {
    while (!socket.destroyed) if (!socket.write(megabyte)) return socket.once('drain', send)
  }
  send()

  await closed
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  // Both kernels buffer some megabytes.
  expect(socket.bytesWritten - socket.writableLength).toBeLessThan(32 * MEGABYTE)
})

test('threat 86: a connection that ends with the response is not reset while the sender still writes', async () => {
  const open = await listen((_request, response) => {
    response.writeHead(413, { connection: 'close' }).end('no')
  }, dropUnwantedBodies)
  const socket = open(`PUT / HTTP/1.1\r\nContent-Length: ${64 * MEGABYTE}`)
  const errors: Error[] = []
  socket.on('error', (error) => errors.push(error))
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
    // Someone who writes on before looking at the response.
    socket.write(Buffer.alloc(MEGABYTE))
  })
  socket.write(Buffer.alloc(MEGABYTE))
  await once(socket, 'end')
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(errors).toEqual([])
})

test('a connection is reused after a small body that was not needed', async () => {
  const open = await listen((_request, response) => response.writeHead(401).end(), dropUnwantedBodies)
  const socket = open('POST / HTTP/1.1\r\nContent-Length: 5')
  await once(socket, 'data')
  socket.write('first')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
  expect(String(await once(socket, 'data'))).toContain('HTTP/1.1 401')
  socket.destroy()
})

test('threat 61: a request whose body does not arrive is disconnected, unless it is allowed to be slow', async () => {
  const server = createServer(async (request, response) => {
    if (request.url === '/welcome') allowSlowBody(request)
    response.end(await text(request).catch(() => ''))
  })
  onTestFinished(() => void server.close())
  cutOffSlowBodies(server, 50)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const begin = (path: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nfi`)
    return socket
  }

  const welcome = begin('/welcome')
  await once(server, 'request')
  const slow = begin('/slow').resume()
  slow.on('error', () => {})
  await once(slow, 'close')
  welcome.write('les')

  expect(await text(welcome)).toMatch(/^HTTP\/1.1 200 .*files$/s)
})
