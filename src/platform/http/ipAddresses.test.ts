import { describe, expect, test } from 'vitest'
import { clientIpFinder, isLoopbackHost, networkKey, rateLimitKey } from './ipAddresses.server.ts'

describe('threat 52: the address of a visitor', () => {
  test('is the peer when no proxy is trusted, regardless of the headers', () => {
    expect(clientIpFinder()('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  })

  test('is the one that the nearest trusted proxy saw, not one from the visitor’s headers', () => {
    const find = clientIpFinder(['10.0.0.0/8', '::1'])
    expect(find('10.1.2.3', '1.2.3.4, 203.0.113.9')).toBe('203.0.113.9')
    expect(find('10.1.2.3', '1.2.3.4, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9')
    expect(find('::1', '203.0.113.9')).toBe('203.0.113.9')
    expect(find('::ffff:10.1.2.3', '203.0.113.9')).toBe('203.0.113.9')
  })

  test('is the proxy’s when the header is missing or invalid', () => {
    const find = clientIpFinder(['10.0.0.0/8'])
    expect(find('10.1.2.3', null)).toBe('10.1.2.3')
    expect(find('10.1.2.3', 'nonsense')).toBe('10.1.2.3')
  })

  test('is plain IPv4 where the system reports an IPv4-mapped IPv6 address', () => {
    expect(clientIpFinder()('::ffff:203.0.113.9', null)).toBe('203.0.113.9')
    expect(clientIpFinder(['10.0.0.0/8'])('10.1.2.3', '::ffff:203.0.113.9')).toBe('203.0.113.9')
    expect(clientIpFinder()('::ffff:1:2', null)).toBe('::ffff:1:2')
    expect(clientIpFinder()('::abcd:203.0.113.9', null)).toBe('::abcd:203.0.113.9')
  })

  test('counts an IPv6 network as one', () => {
    expect(rateLimitKey('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
    expect(rateLimitKey('2001:db8:1:2:ffff::9')).toBe('2001:db8:1:2::/64')
    expect(rateLimitKey('2001:0db8:0001:0002:0:0:0:1')).toBe('2001:db8:1:2::/64')
    expect(rateLimitKey('2001:db8::2:3:4:5:6')).toBe('2001:db8:0:2::/64')
    expect(rateLimitKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(rateLimitKey('::1')).toBe('0:0:0:0::/64')
    expect(rateLimitKey('203.0.113.9')).toBe('203.0.113.9')
  })

  test('is in the IPv6 network of one subscriber, the first 48 bits, and in none with IPv4', () => {
    expect(networkKey('2001:db8:1:2::1')).toBe('2001:db8:1::/48')
    expect(networkKey('203.0.113.9')).toBeUndefined()
  })
})

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
