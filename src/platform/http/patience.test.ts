import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { allowSlowBody, cutOffSlowBodies } from './patience.server.ts'

test('threat 61: a body that does not come is cut off, unless it is one that we wait for', async () => {
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
