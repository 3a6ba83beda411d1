import { expect, test } from 'vitest'
import { isLoopbackHost } from './loopback.server.ts'

test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '127.8.8.8', '[::1]:3000', 'LOCALHOST'])(
  '%s is this computer',
  (host) => expect(isLoopbackHost(host)).toBe(true),
)

test.each([
  '',
  'evil.example',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  '127.evil',
  'evil@localhost',
  'localhost/x',
  '0.0.0.0',
  '10.0.0.1',
])('%s is not', (host) => expect(isLoopbackHost(host)).toBe(false))
