import { expect, test } from 'vitest'
import { downloadHeaders } from './downloadHeaders.ts'

const asked = (contentType: string, disposition: 'inline' | 'attachment' = 'inline') =>
  downloadHeaders({ name: 'a.bin', contentType, disposition, expiresAt: new Date(Date.now() + 600_500) })
const shownAs = (contentType: string) => asked(contentType).contentDisposition.split(';')[0]

test.each([...['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'text/plain']])(
  'threat 38: %s is shown or downloaded as requested',
  (contentType) => {
    expect(shownAs(contentType)).toBe('inline')
    expect(asked(contentType, 'attachment').contentDisposition.split(';')[0]).toBe('attachment')
  },
)

test.each(['text/html', 'image/svg+xml', 'text/csv', 'application/xhtml+xml', 'application/octet-stream', ''])(
  'threat 38: %j is downloaded and never shown',
  (contentType) => {
    expect(shownAs(contentType)).toBe('attachment')
  },
)

test.each([
  ['text/plain', 'text/plain; charset=utf-8'],
  ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
  ['image/svg+xml', 'image/svg+xml'],
  ['x-vnd.world+3d/x-model', 'x-vnd.world+3d/x-model'],
  ['text/javascript', 'application/octet-stream'],
  ['application/x-javascript', 'application/octet-stream'],
  ['text/javascript1.5', 'application/octet-stream'],
  ['TEXT/CSS', 'application/octet-stream'],
  ['text/html; charset=x', 'application/octet-stream'],
  [' text/html', 'application/octet-stream'],
  ['text/html\r\nx: y', 'application/octet-stream'],
  ['text', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('the type %j is sent as %s', (contentType, header) => {
  expect(asked(contentType).contentType).toBe(header)
})

test('a copy is cached as long as its URL is valid, in the browser only', () => {
  expect(asked('application/pdf').cacheControl).toBe('private, max-age=600, immutable')
  const over = { name: 'a', contentType: 'image/png', disposition: 'inline', expiresAt: new Date(0) } as const
  expect(downloadHeaders(over).cacheControl).toBe('private, max-age=0, immutable')
})
