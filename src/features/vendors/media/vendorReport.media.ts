import type { DrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import { axisTicks, tickLabel } from '#features/analytics/portal/charts/chartPoints.ts'
import {
  createPdfSheet,
  drawSheetBrand,
  type PdfSheet,
  sheetColours,
  sheetPage,
  sheetStyles,
} from '#features/listings/media/pdfSheet.media.ts'
import type { TextStyle } from '#features/listings/media/textLayout.ts'
import { formatAmount, formatCount, fullName } from '#ui/format/format.ts'
import {
  type ChartSegment,
  chartSegments,
  comparisonTitle,
  countedText,
  countText,
  dailyViewsBefore,
  dayText,
  differingDaysText,
  FEWER_THAN_FIVE,
  hasBarsThisWeek,
  hasPageCurve,
  openHomeDay,
  PRIVACY_NOTE,
  quietWeekText,
  readersStopText,
  readersText,
  readingTimeText,
  saleOrVisitLabel,
  saleOrVisitText,
  segmentLabel,
  spanText,
  stateTexts,
  vendorChannelLabels,
  weekChange,
  weekdayText,
  weekTitle,
} from '../reportText.ts'
import type { VendorDocument, VendorFigure, VendorReport } from '../vendors.schema.ts'

/** What is printed: the report, and who sends it. */
export interface VendorReportView {
  report: VendorReport
  agent: { firstName: string; lastName: string; agencyName: string; licenceLine: string; phone: string; email: string }
  brand?: DrawnBrand
}

const colours = { ...sheetColours, dots: '#8e9aa2' }
const styles = {
  ...sheetStyles,
  words: { ...sheetStyles.text, size: 11 },
  number: { ...sheetStyles.strong, size: 22 },
} as const satisfies Record<string, TextStyle>

/** The vendor's page on paper: the same numbers and charts, in the agency's name. */
export async function drawVendorReportPdf({ brand, ...view }: VendorReportView): Promise<Uint8Array> {
  const { report } = view
  const { sheet: blank, finish } = await createPdfSheet({
    info: { Title: `Vendor report: ${report.listing.title}`, Author: view.agent.agencyName },
    allText: JSON.stringify(view) + (brand?.name ?? '') + (brand?.legalLine ?? ''),
  })
  const sheet = withBars(blank, brand?.colour ?? colours.teal)
  drawHead(sheet, view, brand)
  drawWords(sheet, view)
  drawFigures(sheet, report)
  drawDays(sheet, report)
  drawChannels(sheet, report)
  drawDocuments(sheet, report)
  drawOpenHomes(sheet, report)
  drawComparison(sheet, report)
  drawNext(sheet, report)
  drawAgent(sheet, view)
  return finish(brand?.legalLine || 'Made with Property Files')
}

/** In the agency's colour. */
const withBars = (sheet: PdfSheet, accent: string) =>
  Object.assign(sheet, {
    bar(x: number, y: number, width: number, height: number, colour = accent) {
      if (width > 0 && height > 0) sheet.pdf.rect(x, y, width, height).fill(colour)
    },
  })

type Sheet = ReturnType<typeof withBars>

function drawHead(sheet: Sheet, { report, agent }: VendorReportView, brand: DrawnBrand | undefined) {
  drawSheetBrand(sheet, { name: brand?.name || agent.agencyName, logo: brand?.logo })
  sheet.bar(sheetPage.left, sheet.top, sheetPage.width, 2.5)
  sheet.top += 18
  const { title, address, state } = report.listing
  sheet.write(title, styles.title, { after: 2 })
  const below = [address === title ? '' : address, stateTexts[state].label].filter(Boolean).join(' · ')
  sheet.write(below, styles.quiet, { after: 0 })
  sheet.write(countedText(report), styles.quiet, { after: 10 })
}

function drawWords(sheet: Sheet, { report, agent }: VendorReportView) {
  const stateText = stateTexts[report.listing.state].text
  if (stateText && report.publishedOn) sheet.write(stateText, styles.words, { after: 8 })
  if (!report.words) return
  const from = sheet.top
  sheet.write(report.words, styles.words, { left: 14, after: 3 })
  sheet.write(fullName(agent), styles.quiet, { left: 14, after: 0 })
  // A rule beside the words, unless they went over to the next page.
  if (sheet.top > from) sheet.bar(sheetPage.left, from, 2.5, sheet.top - from)
  sheet.top += 8
}

const TILES_PER_ROW = 4
const TILE = { height: 74, gap: 10 }

function drawFigures(sheet: Sheet, report: VendorReport) {
  const { days, figures, listing } = report
  if (!days) return
  sheet.section(`${weekTitle(listing.state)}: ${spanText(days.span)}`, TILE.height)
  const { openHomeVisitors, ...counted } = figures
  const quiet = quietWeekText(counted)
  if (quiet) sheet.write(quiet, styles.words, { after: 8 })
  const names = { views: 'Views', visitors: 'Visitors', enquiries: 'Enquiries' }
  const tiles = (quiet ? [] : (['views', 'visitors', 'enquiries'] as const)).map((key) => ({
    label: names[key],
    number: countText(counted[key].week),
    notes: figureNotes(counted[key], days.span),
  }))
  if (openHomeVisitors !== null)
    tiles.push({ label: 'At open homes', number: formatAmount(openHomeVisitors), notes: ['Visitors so far'] })
  if (tiles.length === 0) return
  const width = (sheetPage.width - (TILES_PER_ROW - 1) * TILE.gap) / TILES_PER_ROW
  for (const [index, { label, number, notes }] of tiles.entries()) {
    const x = sheetPage.left + index * (width + TILE.gap)
    sheet.pdf.roundedRect(x, sheet.top, width, TILE.height, 6).fill(colours.panel)
    const inner = { width: width - 20 }
    sheet.line(label, x + 10, sheet.top + 16, styles.quiet, inner)
    const isText = number === FEWER_THAN_FIVE
    sheet.line(number, x + 10, sheet.top + 40, isText ? { ...styles.number, size: 13 } : styles.number, inner)
    for (const [row, note] of notes.entries()) sheet.line(note, x + 10, sheet.top + 54 + row * 11, styles.small, inner)
  }
  sheet.top += TILE.height
}

/** "Up 12% from 280 the week before" and "1,284 since 1 Nov", short enough for a tile. */
function figureNotes(figure: VendorFigure, span: { from: string; to: string }) {
  const change = weekChange(figure)
  const days = differingDaysText(figure.week, span)
  return [
    change
      ? change.direction === 'same'
        ? change.short
        : `${change.direction === 'up' ? 'Up' : 'Down'} ${change.short}`
      : days && `In ${days}`,
    figure.total ? `${formatAmount(figure.total.count)} since ${dayText(figure.total.from)}` : '',
  ].filter((note): note is string => Boolean(note))
}

const CHART = { height: 120, scale: 28, foot: 22 }

function drawDays(sheet: Sheet, { days }: VendorReport) {
  if (!days || !hasBarsThisWeek(days)) return
  sheet.section('Views by day', CHART.height + CHART.foot)
  const segments = chartSegments(days.bars, days.span)
  const before = dailyViewsBefore(days.bars, days.spanBefore)
  const ticks = axisTicks(Math.max(...segments.map(({ perDay }) => perDay), ...before.map((one) => one ?? 0)))
  const highest = ticks.at(-1) ?? 1
  const left = sheetPage.left + CHART.scale
  const column = (sheetPage.width - CHART.scale) / before.length
  const base = sheet.top + CHART.height
  const y = (views: number) => base - (views / highest) * (CHART.height - 12)
  for (const tick of ticks) {
    sheet.pdf.rect(left, y(tick), sheetPage.width - CHART.scale, 0.5).fill(colours.line)
    sheet.line(tickLabel(tick), left - 6, y(tick) + 2.5, styles.small, { right: true })
  }
  let x = left
  for (const segment of segments) {
    drawSegment(sheet, segment, { x, column, base, y })
    x += segment.days * column
  }
  drawBefore(sheet, before, { left, column, y })
  sheet.top = base + CHART.foot
  if (before.some((one) => one !== null))
    sheet.line('Dotted: the week before', sheetPage.left + sheetPage.width, sheet.top, styles.small, { right: true })
}

function drawSegment(
  sheet: Sheet,
  segment: ChartSegment,
  { x, column, base, y }: { x: number; column: number; base: number; y: (views: number) => number },
) {
  const { from, to, days, views, perDay } = segment
  const width = days * column
  const middle = x + width / 2
  const centre = (text: string, baseline: number, style: TextStyle) =>
    sheet.line(text, middle - sheet.drawer.width(text, style) / 2, baseline, style)
  const name = from === to ? weekdayText(from) : `${weekdayText(from)}–${weekdayText(to)}`
  centre(name, base + 11, styles.small)
  if (views === null) return centre(segmentLabel(segment), base - 5, styles.small)
  sheet.bar(x + column * 0.14, y(perDay), width - column * 0.28, base - y(perDay))
  centre(segmentLabel(segment), y(perDay) - 3, { ...styles.small, weight: 600, colour: colours.text })
}

function drawBefore(
  { pdf }: Sheet,
  before: (number | null)[],
  { left, column, y }: { left: number; column: number; y: (views: number) => number },
) {
  pdf.save().lineWidth(1.4).lineCap('round').dash(0.1, { space: 3 }).strokeColor(colours.dots)
  let isDrawing = false
  for (const [index, perDay] of before.entries()) {
    if (perDay === null) {
      isDrawing = false
      continue
    }
    const x = left + (index + 0.5) * column
    if (isDrawing) pdf.lineTo(x, y(perDay))
    else pdf.moveTo(x, y(perDay))
    isDrawing = true
  }
  pdf.stroke().restore()
}

const ROW = 19

function drawChannels(sheet: Sheet, { channels }: VendorReport) {
  if (channels.length === 0) return
  sheet.section('Where visitors came from', ROW * Math.min(channels.length, 4))
  const most = Math.max(...channels.map(({ visitors }) => visitors))
  const [nameWidth, numberWidth] = [140, 150]
  const room = sheetPage.width - nameWidth - numberWidth
  for (const { channel, visitors, enquiries } of channels) {
    sheet.need(ROW)
    const baseline = sheet.top + 11
    sheet.line(vendorChannelLabels[channel], sheetPage.left, baseline, styles.text, { width: nameWidth - 8 })
    sheet.bar(sheetPage.left + nameWidth, sheet.top + 3, room, 10, colours.panel)
    sheet.bar(sheetPage.left + nameWidth, sheet.top + 3, (visitors / most) * room, 10)
    const leads = enquiries === null ? '' : ` · ${formatAmount(enquiries)} enquiries`
    sheet.line(`${formatCount(visitors, 'visitor')}${leads}`, sheetPage.left + sheetPage.width, baseline, styles.text, {
      right: true,
      width: numberWidth,
    })
    sheet.top += ROW
  }
}

const CURVE_HEIGHT = 30
const DOCUMENT_HEIGHT = 62
/** Without a curve. */
const SHORT_DOCUMENT_HEIGHT = 44

function drawDocuments(sheet: Sheet, { documents, otherDocuments }: VendorReport) {
  if (documents.length === 0 && otherDocuments === 0) return
  sheet.section('Documents that buyers read', documents.length > 0 ? DOCUMENT_HEIGHT : 16)
  for (const document of documents) {
    const height = hasPageCurve(document) ? DOCUMENT_HEIGHT : SHORT_DOCUMENT_HEIGHT
    sheet.need(height)
    drawDocument(sheet, document)
    sheet.top += height
  }
  if (otherDocuments > 0)
    sheet.write(
      `${documents.length > 0 ? `${formatAmount(otherDocuments)} more` : formatCount(otherDocuments, 'document')} with fewer than 5 readers each so far.`,
      styles.quiet,
      { after: 0 },
    )
}

function drawDocument(sheet: Sheet, document: VendorDocument) {
  const { name, pages } = document
  const chart = { left: sheetPage.left + sheetPage.width * 0.55, width: sheetPage.width * 0.45 }
  const room = { width: sheetPage.width * 0.55 - 16 }
  sheet.line(name, sheetPage.left, sheet.top + 11, styles.strong, room)
  sheet.line(
    `${readersText(document)}, ${readingTimeText(document)}`,
    sheetPage.left,
    sheet.top + 25,
    styles.quiet,
    room,
  )
  sheet.line(readersStopText(document), sheetPage.left, sheet.top + 38, styles.quiet, room)
  if (!hasPageCurve(document)) return
  const base = sheet.top + 6 + CURVE_HEIGHT
  const width = chart.width / pages.length
  for (const [index, share] of pages.entries()) {
    const height = (share ?? 0) * CURVE_HEIGHT
    sheet.bar(chart.left + index * width, base - height, Math.max(0.3, width * 0.82), height)
  }
  sheet.bar(chart.left, base, chart.width, 0.5, colours.dots)
  sheet.line('Page 1', chart.left, base + 10, styles.small)
  sheet.line(`Page ${pages.length}`, chart.left + chart.width, base + 10, styles.small, { right: true })
}

function drawOpenHomes(sheet: Sheet, { openHomes, timeZone }: VendorReport) {
  const counted = openHomes.filter(({ isCounted }) => isCounted)
  if (counted.length === 0) return
  sheet.section('Open homes', 16 * Math.min(counted.length, 4))
  for (const { startsAt, visitors } of counted) {
    sheet.need(16)
    sheet.line(openHomeDay(startsAt, timeZone), sheetPage.left, sheet.top + 10, styles.text)
    const text = visitors === null ? `${FEWER_THAN_FIVE} visitors` : formatCount(visitors, 'visitor')
    sheet.line(text, sheetPage.left + 110, sheet.top + 10, visitors === null ? styles.quiet : styles.strong)
    sheet.top += 16
  }
}

function drawComparison(sheet: Sheet, { comparison, figures }: VendorReport) {
  if (!comparison) return
  const { typical } = comparison
  const rows = (['views', 'visitors', 'enquiries'] as const).flatMap((key) => {
    const own = figures[key].total
    return own && typical[key] !== null ? [{ key, own: own.count, usual: typical[key] }] : []
  })
  if (rows.length === 0) return
  sheet.section(comparisonTitle(comparison), rows.length * 16 + 12)
  for (const { key, own, usual } of rows) {
    const baseline = sheet.top + 10
    sheet.line(
      { views: 'Views', visitors: 'Visitors', enquiries: 'Enquiries' }[key],
      sheetPage.left,
      baseline,
      styles.text,
    )
    sheet.line(formatAmount(own), sheetPage.left + 110, baseline, styles.strong)
    sheet.line(`about ${formatAmount(usual)} is usual by this stage`, sheetPage.left + 170, baseline, styles.quiet)
    sheet.top += 16
  }
}

function drawNext(sheet: Sheet, { next, timeZone }: VendorReport) {
  if (next.length === 0) return
  sheet.section('What’s next', 16 * Math.min(next.length, 4))
  for (const date of next) {
    sheet.need(16)
    sheet.line(saleOrVisitLabel(date), sheetPage.left, sheet.top + 10, styles.strong)
    sheet.line(saleOrVisitText(date, timeZone), sheetPage.left + 110, sheet.top + 10, styles.text)
    sheet.top += 16
  }
}

function drawAgent(sheet: Sheet, { agent }: VendorReportView) {
  // With the note below it: no page has a line or two of it alone.
  sheet.section('Your agent', 72)
  sheet.write([fullName(agent), agent.agencyName].filter(Boolean).join(', '), styles.strong, { after: 0 })
  sheet.write([agent.phone, agent.email].filter(Boolean).join(' · '), styles.text, { after: 0 })
  if (agent.licenceLine) sheet.write(agent.licenceLine, styles.quiet, { after: 0 })
  sheet.top += 8
  sheet.write(PRIVACY_NOTE, styles.small, { after: 0 })
}
