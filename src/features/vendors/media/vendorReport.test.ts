import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addDays } from '#ui/format/dates.ts'
import { readPdf } from '../../../../test/support/content/readPdf.ts'
import type { VendorFigure, VendorReport } from '../vendors.schema.ts'
import { drawVendorReportPdf } from './vendorReport.media.ts'

const week = { from: '2026-11-11', to: '2026-11-17' }
const weekBefore = { from: '2026-11-04', to: '2026-11-10' }
const figure = (now: number, before: number): VendorFigure => ({
  week: { ...week, count: now },
  weekBefore: { ...weekBefore, count: before },
  total: { from: '2026-11-01', to: week.to, count: now + before + 90 },
})

const report: VendorReport = {
  listing: { title: '14 Kōwhai Hollow Rise, Karori', address: '14 Kōwhai Hollow Rise, Karori', state: 'available' },
  ...{ timeZone: 'Pacific/Auckland', publishedOn: '2026-11-01', countedTo: week.to },
  words:
    'A strong second week, 王芳. Whānau came on Sunday, and two buyers asked about the auction.\n\nSee you on Saturday.',
  wordsAt: new Date('2026-11-17T00:00:00Z'),
  figures: {
    views: figure(312, 280),
    visitors: figure(201, 188),
    enquiries: { ...figure(9, 7), week: null },
    openHomeVisitors: 14,
  },
  days: {
    ...{ span: week, spanBefore: weekBefore },
    bars: Array.from({ length: 12 }, (_, index) => addDays(weekBefore.from, index))
      .map((from, index) =>
        index === 8
          ? { from, to: addDays(from, 1), views: 38, visitors: 20 }
          : { from, to: from, views: 30 + ((index * 17) % 40), visitors: 20 },
      )
      .filter((_, index) => index !== 9),
  },
  channels: [
    { channel: 'direct', views: 180, visitors: 122, enquiries: 8 },
    { channel: 'portal', views: 150, visitors: 95, enquiries: null },
    { channel: 'other', views: 9, visitors: 6, enquiries: null },
  ],
  documents: [
    {
      ...{ name: 'Building report', readers: 10, seconds: 12_000, mostReadTo: 14 },
      pages: Array.from({ length: 40 }, (_, index) => (index > 30 ? null : ((index * 7) % 11) / 10)),
    },
  ],
  otherDocuments: 3,
  openHomes: [
    {
      startsAt: new Date('2026-11-15T01:00:00Z'),
      endsAt: new Date('2026-11-15T01:30:00Z'),
      visitors: 14,
      isCounted: true,
    },
    {
      startsAt: new Date('2026-11-08T01:00:00Z'),
      endsAt: new Date('2026-11-08T01:30:00Z'),
      visitors: null,
      isCounted: true,
    },
  ],
  comparison: {
    alike: { by: 'type', propertyType: 'house' },
    listings: 8,
    typical: { views: 540, visitors: 390, enquiries: null },
  },
  next: [
    { kind: 'open_home', at: new Date('2026-11-22T01:00:00Z'), endsAt: new Date('2026-11-22T01:30:00Z') },
    { kind: 'sale', at: new Date('2026-11-28T00:00:00Z'), method: 'auction' },
  ],
}
const agent = {
  ...{ firstName: 'Mia', lastName: 'Chen', agencyName: 'Harbour Realty', licenceLine: 'Licensed (REA 2008)' },
  ...{ phone: '021 555 0123', email: 'mia@harbour.example' },
}

test('the PDF has the report’s numbers, words in any script and charts, on A4 in the agency’s name', async () => {
  const bytes = await drawVendorReportPdf({
    report,
    agent,
    brand: { name: 'Harbour Realty', legalLine: 'Harbour Realty Ltd', colour: '#1e4a86' },
  })
  const pages = await readPdf(bytes)
  expect(pages.length).toBeLessThanOrEqual(2)
  expect([Math.round(pages[0]?.width ?? 0), Math.round(pages[0]?.height ?? 0)]).toEqual([595, 842])
  const text = pages.map((page) => page.text).join('\n')
  for (const shown of [
    '14 Kōwhai Hollow Rise',
    'Harbour Realty',
    '312',
    '201',
    'Fewer than 5',
    'Building report',
    'Whānau',
    'Auction',
    '<5',
  ])
    expect(text).toContain(shown)
})

test('the PDF’s charts are in the agency’s colour, and in ours for an agency without one', async () => {
  const [agencys, ours] = ['#1e4a86', '#087f5b']
  /** Of the points of the first page, how many in a thousand have each of the colours. */
  const shares = async (colour: string | null) => {
    const brand = { name: 'Harbour Realty', legalLine: '', colour }
    const [page] = await readPdf(await drawVendorReportPdf({ report, agent, brand }))
    const picture = await sharp(page?.picture).removeAlpha().raw().toBuffer()
    const counts = new Map<number, number>()
    for (let at = 0; at < picture.length; at += 3) {
      const point = picture.readUIntBE(at, 3)
      counts.set(point, (counts.get(point) ?? 0) + 1)
    }
    const share = (one: string) => (3000 * (counts.get(Number.parseInt(one.slice(1), 16)) ?? 0)) / picture.length
    return { agencys: share(agencys), ours: share(ours) }
  }
  // The bars of days, links and pages have about 3 % of the page, ten times as much as the line below the agency's name.
  expect(await shares(agencys)).toEqual({ agencys: expect.closeTo(30, -1), ours: 0 })
  expect(await shares(null)).toEqual({ agencys: 0, ours: expect.closeTo(30, -1) })
})

test('a quiet week is a sentence in the PDF, not a row of dashes', async () => {
  const { total } = report.figures.views
  const few = { week: null, weekBefore: null, total }
  const nothing = { week: null, weekBefore: null, total: null }
  const draw = async (figures: VendorReport['figures']) => {
    const days = report.days && { ...report.days, bars: [] }
    const quiet = {
      ...report,
      words: '',
      openHomes: [],
      documents: [],
      otherDocuments: 0,
      channels: [],
      comparison: null,
    }
    const pages = await readPdf(await drawVendorReportPdf({ report: { ...quiet, days, figures }, agent }))
    return pages.map((page) => page.text.replaceAll(/\s+/g, ' ')).join(' ')
  }
  const earlier = await draw({ views: few, visitors: nothing, enquiries: nothing, openHomeVisitors: null })
  expect(earlier).toContain(
    'A quiet week: fewer than five people looked at your listing. Since 1 Nov there have been 682 views.',
  )
  const never = await draw({ views: nothing, visitors: nothing, enquiries: nothing, openHomeVisitors: null })
  expect(never).toContain('Fewer than five people have looked at your listing so far.')
  for (const text of [earlier, never]) expect(text).not.toMatch(/Fewer than 5|None counted|<5/)
})
