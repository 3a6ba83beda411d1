import { expect, test } from 'vitest'
import { localeFor, matchesEtag, readCookie } from './requestHeaders.ts'

test('text is English, and dates and numbers follow the viewer’s first language', () => {
  expect(localeFor('de-DE,de;q=0.9,en-US;q=0.8')).toBe('en-DE')
  expect(localeFor('zh-Hans-CN')).toBe('en-CN')
  expect(localeFor('en-us')).toBe('en-US')
  for (const unknown of ['mi', '*', '', undefined, 'en-150', 'en-<script>', 'de,en-US'])
    expect(localeFor(unknown)).toBe('en-NZ')
})

test('a cookie is found by its full name', () => {
  expect(readCookie('a=1; b=2', 'b')).toBe('2')
  expect(readCookie('ab=1', 'b')).toBeUndefined()
  expect(readCookie('b=x=y', 'b')).toBe('x')
  expect(readCookie('', 'b')).toBeUndefined()
})

test('an ETag matches when the browser has this version, strong or weak, or accepts any', () => {
  for (const sent of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '*']) expect(matchesEtag(sent, '"a"'), sent).toBe(true)
  for (const sent of [null, undefined, '', '"b"', 'a', '"aW/"']) expect(matchesEtag(sent, '"a"')).toBe(false)
})
