import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { browserHasPage, chooseEncoding, createStaticPages, type Encoding } from './staticPages.server.ts'

const MEGABYTE = 1_000_000

/** Pages that count how often each was rendered. They show the listing of their path, unless told otherwise. */
function openPages({ budgetBytes = MEGABYTE, status = 200, maxAgeMs = undefined as number | undefined } = {}) {
  const pages = createStaticPages(budgetBytes)
  pages.resume()
  const rendered: string[] = []
  const get = (pathname = '/listings/home', encoding: Encoding = 'identity', shown = [`id of ${pathname}`]) =>
    pages.find(pathname, encoding) ??
    pages.render(pathname, encoding, async () => {
      rendered.push(pathname)
      const body = Buffer.from(`<p>${pathname}, rendering ${rendered.length}</p>`)
      return { status, headers: new Headers({ 'content-type': 'text/html' }), body, shown: new Set(shown), maxAgeMs }
    })
  const read = async (pathname?: string) => (await get(pathname)).body.toString()
  return { pages, rendered, get, read }
}

describe('a page', () => {
  test('is rendered once for simultaneous visitors and for all who come later', async () => {
    const { rendered, read } = openPages()
    const texts = await Promise.all(Array.from({ length: 50 }, () => read()))
    expect(new Set([...texts, await read()])).toEqual(new Set(['<p>/listings/home, rendering 1</p>']))
    expect(rendered).toHaveLength(1)
  })

  test('is rendered again after a change of what it shows, and not after any other', async () => {
    const { pages, rendered, get, read } = openPages()
    await get('/listings/one', 'br', ['list_1', 'user_1'])
    await get('/listings/two', 'br', ['list_2', 'user_1'])
    pages.forget('list_3')
    pages.forget('list_1')
    for (const path of ['/listings/one', '/listings/two']) await read(path)
    expect(rendered).toEqual(['/listings/one', '/listings/two', '/listings/one'])
    await get('/listings/one', 'br', ['list_1', 'user_1'])
    pages.forget('user_1')
    expect(pages.find('/listings/two', 'br')).toBeUndefined()
  })

  test('is not kept, nor given to anyone who comes later, if what it shows changed while it was rendered', async () => {
    const { pages, rendered, read } = openPages()
    const early = read()
    pages.forget('id of /listings/home')
    expect(await Promise.all([early, read()])).toEqual([
      '<p>/listings/home, rendering 1</p>',
      '<p>/listings/home, rendering 2</p>',
    ])
    await read()
    expect(rendered).toHaveLength(2)
  })

  test('is rendered once, however much changes meanwhile that it does not show', async () => {
    const { pages, rendered, read } = openPages()
    const early = read()
    pages.forget('id of another')
    expect(new Set(await Promise.all([early, read()]))).toEqual(new Set(['<p>/listings/home, rendering 1</p>']))
    await read()
    expect(rendered).toHaveLength(1)
  })

  test('that was missing is looked for again by those who come after a change, whatever changed', async () => {
    const { pages, rendered, read } = openPages({ status: 404 })
    const early = read()
    pages.forget('what was published')
    await Promise.all([early, read(), read()])
    expect(rendered).toHaveLength(2)
  })

  test('is not kept if changes could not be heard of while it was rendered', async () => {
    const { pages, rendered, read } = openPages()
    const early = read()
    pages.pause()
    pages.resume()
    await Promise.all([early, read()])
    await read()
    expect(rendered).toHaveLength(2)
  })

  test('is rendered for every visitor while changes are not announced, and none from before is shown afterwards', async () => {
    const { pages, rendered, read } = openPages()
    await read()
    pages.pause()
    await read()
    await read()
    expect(rendered).toHaveLength(3)
    pages.resume()
    await read()
    await read()
    expect(rendered).toHaveLength(4)
  })

  test.each([404, 410, 500, 503, 307])('is not kept with status %i, which no cache may keep either', async (status) => {
    const { rendered, get } = openPages({ status })
    const { headers } = await get()
    await get()
    expect(rendered).toHaveLength(2)
    expect(headers).not.toContain('cache-control')
    expect(headers).not.toContain('etag')
  })

  test('is not kept when it could not be rendered', async () => {
    const pages = createStaticPages(MEGABYTE)
    pages.resume()
    const fail = () => pages.render('/', 'br', () => Promise.reject(new Error('no database')))
    await expect(Promise.all([fail(), fail()])).rejects.toThrow('no database')
    await expect(fail()).rejects.toThrow('no database')
    expect(pages.find('/', 'br')).toBeUndefined()
  })

  test('is kept for a day, or for as long as it says', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { pages, read } = openPages()
    const { pages: shortLived, read: readShortLived } = openPages({ maxAgeMs: 5_000 })
    await Promise.all([read(), readShortLived()])
    vi.advanceTimersByTime(4_999)
    expect(shortLived.find('/listings/home', 'identity')).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(shortLived.find('/listings/home', 'identity')).toBeUndefined()
    vi.advanceTimersByTime(24 * 3600_000 - 5_001)
    expect(pages.find('/listings/home', 'identity')).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(pages.find('/listings/home', 'identity')).toBeUndefined()
  })

  test('makes room for others when the memory is used up, the one that nobody asked for the longest first', async () => {
    const size = '<p>/listings/0, rendering 1</p>'.length
    const { pages, read } = openPages({ budgetBytes: 3 * size })
    for (const nth of [0, 1, 2]) await read(`/listings/${nth}`)
    await pages.find('/listings/0', 'identity')
    await read('/listings/3')
    const kept = [0, 1, 2, 3].filter((nth) => pages.find(`/listings/${nth}`, 'identity'))
    expect(kept).toEqual([0, 2, 3])
  })
})

describe('the bytes of a page', () => {
  const text = '<p>/listings/home, rendering 1</p>'

  test('are rendered once for all encodings, in whichever order these are asked for', async () => {
    const orders: Encoding[][] = [
      ['br', 'gzip', 'identity'],
      ['identity', 'br', 'gzip'],
      ['gzip', 'identity', 'br'],
    ]
    for (const order of orders) {
      const { rendered, get } = openPages()
      const bodies = new Map<Encoding, Buffer>()
      for (const encoding of order) bodies.set(encoding, (await get('/listings/home', encoding)).body)
      expect(rendered).toHaveLength(1)
      expect(bodies.get('identity')?.toString()).toBe(text)
      expect(brotliDecompressSync(bodies.get('br') ?? '').toString()).toBe(text)
      expect(gunzipSync(bodies.get('gzip') ?? '').toString()).toBe(text)
    }
  })

  test('have a tag for each encoding, their length, and headers that let a shared cache ask whether they changed', async () => {
    const { get } = openPages()
    const { etag, headers, unchangedHeaders, body } = await get('/listings/home', 'br')
    const pairs = Object.fromEntries(headers.flatMap((name, nth) => (nth % 2 ? [] : [[name, headers[nth + 1]]])))
    expect(pairs).toEqual({
      'content-type': 'text/html',
      'content-encoding': 'br',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'accept-encoding',
      etag,
    })
    expect(unchangedHeaders).not.toContain('content-length')
    expect(unchangedHeaders).not.toContain('content-encoding')
    expect(unchangedHeaders).toContain(etag)
    const tags = await Promise.all(
      (['br', 'gzip', 'identity'] as const).map(async (one) => (await get(undefined, one)).etag),
    )
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
  })

  test('are not sent again to a browser that has them', async () => {
    const { pages, get } = openPages()
    const bytes = await get()
    for (const header of [bytes.etag, `"other", ${bytes.etag}`, `W/${bytes.etag}`, '*'])
      expect(browserHasPage(header, bytes), header).toBe(true)
    for (const header of [undefined, '', '"other"']) expect(browserHasPage(header, bytes)).toBe(false)
    pages.forget('id of /listings/home')
    expect(browserHasPage(bytes.etag, await get())).toBe(false)
  })
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR;q=0.5, gzip', 'br'],
  ['br;q=0, gzip;q=0.001', 'gzip'],
  ['br ; q=0.000, gzip;q=0', 'identity'],
  ['brotli, xgzip', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('a browser that takes %j gets %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})
