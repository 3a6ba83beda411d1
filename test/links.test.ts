import { describe, expect, test } from 'vitest'
import { findReferences, type Reference } from './support/content/htmlReferences.ts'
import { startBuiltApp } from './support/processes/app.ts'

/** Follows all links from the home page of the demo, without an account. */
describe('following every link from the home page', () => {
  test('finds only pages, images, files and anchors that exist', { timeout: 120_000 }, async () => {
    const app = await startBuiltApp()
    try {
      const { pages, dead, outside } = await follow(app.url, ['/', '/get-started', '/login', '/reset-password'])
      expect(dead).toEqual([])
      expect([...pages.keys()]).toEqual(
        expect.arrayContaining(['/', '/features', '/pricing', '/about', '/help', '/privacy-policy', '/terms']),
      )
      expect([...pages.keys()].filter((path) => path.startsWith('/listings/')).length).toBeGreaterThan(0)
      for (const url of outside) expect(url).toMatch(/^(https:\/\/|mailto:|tel:|webcal:\/\/)/)
    } finally {
      await app.stop()
    }
  })
})

/** Links that do something instead of leading somewhere. */
const ACTIONS = /^\/checkout\//

async function follow(origin: string, starts: string[]) {
  const pages = new Map<string, string>()
  const asked = new Map<string, number>()
  const dead: string[] = []
  const outside = new Set<string>()
  const waiting: Reference[] = starts.map((url) => ({ url: origin + url, from: 'the start' }))
  for (const { url, from } of waiting) {
    const { protocol, pathname, search, hash, origin: whose } = new URL(url)
    if (!['http:', 'https:'].includes(protocol) || whose !== origin) {
      outside.add(url)
      continue
    }
    if (ACTIONS.test(pathname)) continue
    const address = pathname + search
    if (!asked.has(address)) {
      const answer = await fetch(origin + address, { headers: { accept: 'text/html' } })
      asked.set(address, answer.status)
      const text = await answer.text()
      if (answer.headers.get('content-type')?.startsWith('text/html')) {
        pages.set(pathname, text)
        waiting.push(...findReferences(text, origin + address))
      }
    }
    if (asked.get(address) !== 200) dead.push(`${address} of ${from}: ${asked.get(address)}`)
    if (hash && !hasPlace(pages.get(pathname), hash.slice(1))) dead.push(`${address}${hash} of ${from}: no such place`)
  }
  return { pages, dead, outside }
}

const hasPlace = (html: string | undefined, id: string) => html?.includes(`id="${id}"`) ?? false
