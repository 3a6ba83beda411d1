import { parse } from 'content-disposition'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition, downloadHeaders } from './downloadHeaders.ts'

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

const anyName = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary-ascii' }),
)
/** Half of a surrogate pair too, which no well-formed text has. */
const oddName = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes))
const name = fc.oneof(anyName, oddName)

test('threat 38: every name becomes one line of printable characters', () => {
  fc.assert(
    fc.property(name, (text) => {
      const header = contentDisposition(text, 'attachment')
      expect(header).toMatch(/^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]*$/)
      expect(() => new Headers({ 'content-disposition': header })).not.toThrow()
    }),
  )
})

test('a valid file name is unchanged', () => {
  const harmless = anyName.filter(
    (text) => !/[\p{Cc}\\/\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text),
  )
  fc.assert(
    fc.property(harmless, (text) => {
      const { type, parameters } = parse(contentDisposition(text, 'inline'))
      expect(type).toBe('inline')
      expect(parameters.filename).toBe(text.toWellFormed())
    }),
  )
})

test('no name contains a path or changes the text direction', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(parse(contentDisposition(text, 'inline')).parameters.filename).not.toMatch(/[\\/\p{Cc}\u202e\u2067]/u)
    }),
  )
})

test.each([
  ...['/', '\\', '\0', '\r', '\n', '\x7f', '\u0085', '\u2028', '\u2029', '\u200e', '\u200f'],
  ...['\u202a', '\u202c', '\u202e', '\u2066', '\u2069'],
])('threat 38: %j in a name becomes an underscore', (character) => {
  const header = contentDisposition(`a${character}b`, 'inline')
  expect(header).toBe(`inline; filename="a_b"; filename*=UTF-8''a_b`)
})

test.each([
  ['LIM report.pdf', `attachment; filename="LIM report.pdf"; filename*=UTF-8''LIM%20report.pdf`],
  ['Kōwhai "A".pdf', `attachment; filename="K_whai _A_.pdf"; filename*=UTF-8''K%C5%8Dwhai%20%22A%22.pdf`],
  ['🏡.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%F0%9F%8F%A1.pdf`],
  [`it's (1)*.pdf`, `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['100%.pdf', `attachment; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
  ['a\r\nX: y', `attachment; filename="a__X: y"; filename*=UTF-8''a__X%3A%20y`],
])('%j is written for old and new programs', (text, header) => {
  expect(contentDisposition(text, 'attachment')).toBe(header)
})
