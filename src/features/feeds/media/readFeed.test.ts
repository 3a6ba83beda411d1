import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createZip } from '../../../../test/fixtures/content/officeFiles.ts'
import { reaxmlFile, reaxmlListing } from '../../../../test/fixtures/reaxml.ts'
import { isLong } from '../../../../test/support/longRun.ts'
import { cachedMediaProgram, openMediaFolder } from '../../../../test/support/services/mediaWorker.ts'
import { createMediaWorker } from '../../../platform/media/mediaWorker.server.ts'
import { FeedListing } from '../feedListing.ts'
import { extractFeedPhotos } from './feedArchive.media.ts'
import { LISTINGS_FILE, readFeedTask } from './feedTasks.ts'
import { readFeed } from './readFeed.media.ts'
import { parseInspection, parseReaxmlTime } from './reaxmlTimes.ts'

let folder: string
beforeEach(async () => {
  folder = (await openMediaFolder()).folder
})

async function read(bytes: string | Uint8Array) {
  const path = join(folder, 'feed')
  await writeFile(path, bytes)
  const contents = await readFeed({ path, folder })
  const lines = (await readFile(join(folder, LISTINGS_FILE), 'utf8')).split('\n').filter(Boolean)
  return { ...contents, found: lines.map((line) => FeedListing.parse(JSON.parse(line))) }
}

describe('a listing', () => {
  test('is read with its address, facts, times, agent and photos', async () => {
    const more = `<auction date="2026-12-12-18:30:00"/>
      <objects><img id="a" modTime="2026-10-01-10:00:00" url="https://img.example.nz/2.jpg" format="jpg"/>
      <img id="m" modTime="2026-10-01-10:00:00" file="main.jpg" format="jpg"/><img id="b"/></objects>`
    const { found } = await read(reaxmlFile(reaxmlListing({ more })))
    expect(found).toEqual([
      {
        uniqueId: 'CRM-1',
        changedAt: '2026-11-01T09:00:00',
        facts: {
          ...{ unit: '3', streetNumber: '12', street: 'Rātā Street', suburb: 'Karori', city: 'Wellington' },
          ...{ region: 'Wellington', postcode: '6012', country: 'NZ', propertyType: 'townhouse' },
          ...{ bedrooms: 3, bathrooms: 2, parking: 2, landArea: 0.5, landAreaUnit: 'ha', floorArea: 185.81 },
          ...{ subtitle: 'Sunny villa near the school', description: 'A villa of 1910.\nNear the school & the park.' },
          ...{
            saleMethod: 'auction',
            saleAt: '2026-12-12T18:30:00',
            price: null,
            priceText: 'Enquiries over $900,000',
          },
          ...{ status: 'available', openHomes: [{ startsAt: '2099-12-05T13:00:00', endsAt: '2099-12-05T13:30:00' }] },
        },
        agents: [{ name: 'Aroha Ngata', email: 'aroha@example.nz' }],
        photos: [
          { id: 'm', url: null, file: 'main.jpg', changed: '2026-10-01-10:00:00' },
          { id: 'a', url: 'https://img.example.nz/2.jpg', file: null, changed: '2026-10-01-10:00:00' },
        ],
        warnings: [],
      },
    ])
  })

  test.each([
    ['no images', '', null],
    ['a floor plan alone', '<objects><floorplan id="1" url="https://img.example.nz/plan.pdf"/></objects>', null],
    ['an empty list of images', '<images/>', []],
    ['images that were removed', '<objects><img id="m"/><img id="a"/></objects>', []],
  ])('with %s says so of its photos', async (_, more, photos) => {
    expect((await read(reaxmlFile(reaxmlListing({ more })))).found[0]?.photos).toEqual(photos)
  })

  test('that hides its street address or its price does not tell them', async () => {
    const hidden = reaxmlListing().replace('<address display="yes">', '<address display="no">')
    const { found } = await read(reaxmlFile(hidden))
    expect(JSON.stringify(found)).not.toMatch(/Rātā|950000/)
    expect(found[0]?.warnings).toEqual(['Your CRM hides the street address, so it’s left out.'])
  })

  test.each([
    ['current', 'available'],
    ['sold', 'sold'],
    ['withdrawn', 'withdrawn'],
    ['OffMarket', 'withdrawn'],
  ])('with the status %s is %s', async (status, ours) => {
    expect((await read(reaxmlFile(reaxmlListing({ status })))).found[0]?.facts.status).toBe(ours)
  })

  test('of land or a farm has its own type, and one of a rental is passed over with a reason', async () => {
    const types = ['land', 'rural', 'rental', 'spaceship'].map((type, at) =>
      reaxmlListing({ type, id: `L${at}` }).replace('<category name="Townhouse"/>', ''),
    )
    const { found, skipped } = await read(reaxmlFile(...types))
    expect(found.map(({ facts }) => facts.propertyType)).toEqual(['section', 'rural'])
    expect(skipped).toEqual(['The rental L2 is not imported.', '“spaceship” L3 is not imported.'])
  })
})

test.each([
  ['2026-12-05-13:00:00', '2026-12-05T13:00:00'],
  ['2026-12-05T13:00:00', '2026-12-05T13:00:00'],
  ['20261205-130000', '2026-12-05T13:00:00'],
  ['2026-12-05', '2026-12-05T00:00:00'],
  ['2026-12-05T13:00:00+13:00', '2026-12-05T00:00:00.000Z'],
  ['2026-02-30', undefined],
  ['soon', undefined],
])('the time %s is read', (text, time) => {
  expect(parseReaxmlTime(text)).toBe(time)
})

test.each([
  ['21-Jan-2027 11:00am to 1:00pm', '11:00', '13:00'],
  ['21-JAN-2027 12:15pm to 12:45pm', '12:15', '12:45'],
  ['Thursday 21 January 2027 9am - 9:30am', '09:00', '09:30'],
  ['21-Jan-2027 11:00am', '11:00', '11:30'],
])('the inspection %s is read', (text, from, to) => {
  expect(parseInspection(text)).toEqual({ startsAt: `2027-01-21T${from}:00`, endsAt: `2027-01-21T${to}:00` })
})

describe('a file in', () => {
  const plain = reaxmlFile(reaxmlListing())
  const declared = (encoding: string) => plain.replace('UTF-8', encoding)
  const latin = (text: string) => Buffer.from(text.replaceAll('ā', 'é'), 'latin1')

  test.each([
    ['UTF-8', Buffer.from(plain), 'Rātā'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${plain}`), 'Rātā'],
    ['UTF-8 without a declaration', Buffer.from(plain.replace(/<\?xml.*?\?>\n/, '')), 'Rātā'],
    ['UTF-16', Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le'), 'Rātā'],
    ['UTF-16, most significant byte first', Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le').swap16(), 'Rātā'],
    ['ISO 8859-1', latin(declared('ISO-8859-1')), 'Rété'],
    ['Windows-1252', latin(declared('windows-1252')), 'Rété'],
  ])('%s is read', async (_, bytes, street) => {
    expect((await read(bytes)).found[0]?.facts.street).toBe(`${street} Street`)
  })

  test.each([
    ['Windows-1252 that says UTF-8', latin(plain), 'This file says that it’s UTF-8, but parts of it aren’t.'],
    ['UTF-8 that says UTF-16', Buffer.from(declared('utf-16')), 'This file says that it’s utf-16, but it isn’t.'],
    ['UTF-16 that says UTF-8', Buffer.from(`\uFEFF${plain}`, 'utf16le'), 'it’s UTF-8, but it’s UTF-16LE'],
    ['an encoding that we do not know', Buffer.from(declared('EBCDIC-US')), 'We can’t read files in EBCDIC-US.'],
  ])('%s is refused, saying why', async (_, bytes, why) => {
    await expect(read(bytes)).rejects.toThrow(why)
  })
})

describe('threat 177: XML that attacks its reader is refused:', () => {
  const withDoctype = (doctype: string, text: string) =>
    reaxmlFile(reaxmlListing({ headline: text })).replace(/<!DOCTYPE.*?>/, doctype)

  test.each([
    ['an external entity', withDoctype('<!DOCTYPE propertyList [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;')],
    [
      'an external parameter entity',
      withDoctype('<!DOCTYPE propertyList [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd"> %x;]>', ''),
    ],
    [
      'a billion laughs',
      withDoctype(
        `<!DOCTYPE propertyList [<!ENTITY a "lol">${Array.from('bcdefghij', (name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]>`,
        '&j;',
      ),
    ],
    [
      'an entity with a huge value',
      withDoctype(`<!DOCTYPE propertyList [<!ENTITY a "${'x'.repeat(100_000)}">]>`, '&a;'.repeat(1_000)),
    ],
  ])('%s', async (_, xml) => {
    await expect(read(xml)).rejects.toThrow('This file defines its own entities')
  })

  test.each([
    ['an entity that nobody defined', withDoctype('', '&x;'), 'well-formed'],
    ['deep nesting', reaxmlFile(`<land>${'<a>'.repeat(100_000)}`), 'larger than we can read'],
    [
      'a million elements in one listing',
      reaxmlFile(`<land>${'<a/>'.repeat(1_000_000)}</land>`),
      'larger than we can read',
    ],
    ['an endless comment', reaxmlFile(`<!--${'x'.repeat(5_000_000)}-->`), 'larger than we can read'],
    ['an endless attribute', reaxmlFile(`<land a="${'x'.repeat(5_000_000)}"/>`), 'larger than we can read'],
    [
      'an endless text',
      reaxmlFile(`<land><headline>${'x'.repeat(5_000_000)}</headline></land>`),
      'larger than we can read',
    ],
    ['a page', '<html><body>Sign in</body></html>', 'doesn’t start with propertyList'],
    ['half a file', reaxmlFile(reaxmlListing()).slice(0, -200), 'well-formed'],
    ['nothing', '', 'well-formed'],
  ])('%s', async (_, xml, why) => {
    await expect(read(xml)).rejects.toThrow(why)
  })
})

/** A reader that kept the listings of 12 MB would need 190 MB. Reading 200 MB takes a minute of processor time. */
const LARGE = isLong
  ? { bytes: 200_000_000, maxRssBytes: 300_000_000 }
  : { bytes: 12_000_000, maxRssBytes: 160_000_000 }

test('threat 178: a large file is read in the memory of the media process, whatever its size', {
  timeout: 240_000,
}, async () => {
  const path = join(folder, 'feed')
  const listing = reaxmlListing({ description: 'Sunny. '.repeat(2_800) })
  const count = Math.floor(LARGE.bytes / Buffer.byteLength(listing))
  await writeFile(
    path,
    (function* () {
      yield '<propertyList>'
      for (let at = 0; at < count; at++) yield listing.replace('CRM-1', `CRM-${at}`)
      yield '</propertyList>'
    })(),
  )
  const media = createMediaWorker({ script: cachedMediaProgram, maxRssBytes: { background: LARGE.maxRssBytes } })
  onTestFinished(() => media.close())
  expect(await media.run(readFeedTask, { path, folder }, 'usr_test')).toMatchObject({ listings: count })
})

describe('a zip', () => {
  const xml = reaxmlFile(reaxmlListing())

  test('is read with all of its XML files, wherever they are in it', async () => {
    const bytes = await createZip({
      'a.xml': xml,
      'more/b.XML': reaxmlFile(reaxmlListing({ id: 'CRM-2' })),
      'main.jpg': 'x',
    })
    expect((await read(bytes)).found.map(({ uniqueId }) => uniqueId)).toEqual(['CRM-1', 'CRM-2'])
  })

  test('gives the photos that are asked for, and writes nothing outside the folder', async () => {
    const path = join(folder, 'feed')
    await writeFile(path, await createZip({ 'a.xml': xml, 'photos/MAIN.jpg': 'main', 'other.jpg': 'other' }))
    const { files } = await extractFeedPhotos({ path, folder, names: ['main.jpg', '../../missing.jpg'] })
    expect(files).toEqual({ 'main.jpg': 'photo-0' })
    expect(await readFile(join(folder, 'photo-0'), 'utf8')).toBe('main')
  })

  test('gives each house its own photo where two have the same name, and none where nobody can tell', async () => {
    const path = join(folder, 'feed')
    await writeFile(
      path,
      await createZip({
        'a.xml': xml,
        'one/1.jpg': 'first',
        'two/1.jpg': 'second',
        '2.jpg': 'two',
        'x/3.jpg': 'three',
      }),
    )
    const names = ['TWO\\1.jpg', './one/1.jpg', '1.jpg', '2.jpg', 'a/3.jpg', 'b/3.jpg']
    const { files, refused } = await extractFeedPhotos({ path, folder, names })
    const contents = Object.entries(files).map(async ([name, at]) => [name, await readFile(join(folder, at), 'utf8')])
    expect(Object.fromEntries(await Promise.all(contents))).toEqual({
      ...{ './one/1.jpg': 'first', 'TWO\\1.jpg': 'second', '2.jpg': 'two' },
    })
    expect(Object.keys(refused)).toEqual(['1.jpg', 'a/3.jpg', 'b/3.jpg'])
  })

  test.each([
    [
      'with a path that leads out of it',
      async () => rename(await createZip({ 'aa/bb/a.xml': xml }), 'aa/bb/a.xml', '../../a.xml'),
      'damaged',
    ],
    [
      'that unpacks to a thousand times its size',
      () => createZip({ 'a.xml': `<propertyList>${' '.repeat(30_000_000)}</propertyList>` }),
      'much larger than it should be',
    ],
    ['that is cut off', async () => (await createZip({ 'a.xml': xml })).subarray(0, 300), 'damaged'],
    ['without listings', () => createZip({ 'a.txt': 'x' }), 'no listings in this zip'],
  ])('%s is refused', async (_, make, why) => {
    await expect(read(await make())).rejects.toThrow(why)
  })
})

/** The same length, so that nothing else changes. */
function rename(zip: Buffer, from: string, to: string) {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to.padEnd(from.length, 'x')), 'latin1')
}

test('threat 178: no bytes crash or stop the reader', { timeout: 120_000 }, async () => {
  const good = Buffer.from(reaxmlFile(reaxmlListing()))
  const zip = await createZip({ 'a.xml': good.toString() })
  const damaged = (source: Buffer) =>
    fc.array(fc.tuple(fc.nat(source.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }).map((changes) => {
      const copy = Buffer.from(source)
      for (const [at, value] of changes) copy[at] = value
      return copy
    })
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    damaged(good),
    damaged(zip),
    fc.string({ maxLength: 300 }).map((text) => Buffer.from(`<propertyList><land><uniqueID>1</uniqueID>${text}`)),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      const result = await read(content).catch((error: unknown) => error)
      if (result instanceof Error) expect(result.name).toBe('MediaError')
    }),
    { numRuns: 400 },
  )
})
