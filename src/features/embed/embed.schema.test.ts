import { expect, test } from 'vitest'
import { EmbedSitesInput, embedSnippet, normaliseSite } from './embed.schema.ts'

test.each([
  ['https://www.example.co.nz', 'https://www.example.co.nz'],
  ['www.example.co.nz', 'https://www.example.co.nz'],
  ['HTTPS://Example.NZ/for-sale?page=2#top', 'https://example.nz'],
  ['https://example.nz:443', 'https://example.nz'],
  ['https://example.nz:8443', 'https://example.nz:8443'],
  ['https://māori.nz', 'https://xn--mori-qsa.nz'],
  ['http://localhost:4000', 'http://localhost:4000'],
  ['http://agency.localhost', 'http://agency.localhost'],
])('%s is the site %s', (typed, site) => expect(normaliseSite(typed)).toBe(site))

test.each([
  'http://example.nz',
  'javascript://example.nz/%0aalert(1)',
  'data:text/html,hello',
  'https://*.example.nz',
  'https://*',
  '*',
  "'self'",
  'https://example',
  'https://203.0.113.9',
  'https://[::1]',
  'https://user:secret@example.nz',
  'https://example.nz;script-src',
  'https://a,b.nz',
  "https://a'b.nz",
  'ftp://example.nz',
  'https://',
  'https://-.nz',
])('threat 189: %s is no site, and reaches no header', (typed) => {
  expect(normaliseSite(typed)).toBeUndefined()
  const { error } = EmbedSitesInput.safeParse({ sites: `https://example.nz\n${typed}` })
  expect(error?.issues[0]).toMatchObject({ path: ['sites'] })
})

test('sites are typed in lines, counted once, and 20 at most', () => {
  const parse = (sites: string) => EmbedSitesInput.safeParse({ sites })
  expect(parse(' https://a.nz \n\nb.nz/x, https://a.nz/y').data).toEqual({ sites: ['https://a.nz', 'https://b.nz'] })
  expect(parse('').data).toEqual({ sites: [] })
  const many = Array.from({ length: 21 }, (_, n) => `https://site-${n}.nz`)
  expect(parse(many.slice(1).join('\n')).data?.sites).toHaveLength(20)
  expect(parse(many.join('\n')).error?.issues[0]?.message).toBe('Please enter at most 20 websites')
  expect(parse('http://example.nz').error?.issues[0]?.message).toBe(
    'Please enter websites that start with https://. “http://example.nz” isn’t one.',
  )
})

test('the code for a page names our script and the listing', () => {
  expect(embedSnippet('https://files.example.nz', 'list_7f2')).toBe(
    '<script async src="https://files.example.nz/embed.js" data-listing="list_7f2"></script>',
  )
})
