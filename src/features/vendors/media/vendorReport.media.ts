import { buffer } from 'node:stream/consumers'
import type { DrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import { axisTicks, tickLabel } from '#features/analytics/portal/charts/chartPoints.ts'
import { type PdfDocument, pdfTextDrawer } from '#features/listings/media/textDrawers.media.ts'
import { type TextDrawer, type TextStyle, wrapText } from '#features/listings/media/textLayout.ts'
import { formatAmount, formatCount, fullName } from '#ui/format/format.ts'
import {
  type ChartSegment,
  chartSegments,
  comparisonTitle,
  countedText,
  countText,
  dateLabel,
  dateText,
  dayText,
  FEWER,
  openHomeDay,
  otherDays,
  PRIVACY_NOTE,
  perDayBefore,
  readersText,
  readingTimeText,
  segmentLabel,
  spanText,
  stateTexts,
  stopText,
  vendorChannelLabels,
  weekChange,
  weekdayText,
} from '../reportText.ts'
import type { VendorDocument, VendorFigure, VendorReport } from '../vendors.schema.ts'

/** What is printed: the report, and who sends it. */
export interface VendorReportView {
  report: VendorReport
  agent: { firstName: string; lastName: string; agencyName: string; licenceLine: string; phone: string; email: string }
  brand?: DrawnBrand
}

/** A4 in points, with margins that every office printer keeps. */
const PAPER = { width: 595.28, height: 841.89 }
const MARGIN = 46
const FOOT = 26
const page = { left: MARGIN, top: MARGIN, width: PAPER.width - 2 * MARGIN, bottom: PAPER.height - MARGIN - FOOT }
const LINE_HEIGHT = 1.4
const TEAL = '#087f5b'

const colours = { text: '#161e22', quiet: '#5f6c74', line: '#e3e8ea', panel: '#f6f8f8', dots: '#8e9aa2' }
const styles = {
  title: { size: 22, weight: 600, colour: colours.text },
  quiet: { size: 9.5, weight: 400, colour: colours.quiet },
  words: { size: 11, weight: 400, colour: colours.text },
  number: { size: 22, weight: 600, colour: colours.text },
  heading: { size: 12.5, weight: 600, colour: colours.text },
  strong: { size: 9.5, weight: 600, colour: colours.text },
  text: { size: 9.5, weight: 400, colour: colours.text },
  small: { size: 7.5, weight: 400, colour: colours.quiet },
} as const satisfies Record<string, TextStyle>

/** The vendor's page on paper: the same numbers and charts, in the agency's name. */
export async function drawVendorReportPdf({ brand, ...view }: VendorReportView): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  const { report } = view
  const pdf = new PDFDocument({
    size: [PAPER.width, PAPER.height],
    margin: 0,
    font: '',
    lang: 'en-NZ',
    displayTitle: true,
    bufferPages: true,
    info: { Title: `Vendor report: ${report.listing.title}`, Creator: 'Property Files', Author: view.agent.agencyName },
  })
  const bytes = buffer(pdf)
  const drawer = await pdfTextDrawer(pdf, JSON.stringify(view) + (brand?.name ?? '') + (brand?.legalLine ?? ''))
  const sheet = createSheet(pdf, drawer, brand?.colour ?? TEAL)
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
  drawFooters(sheet, brand)
  pdf.end()
  return bytes
}

type Sheet = ReturnType<typeof createSheet>

/** Draws downwards, and begins a new page where a block would leave it. */
function createSheet(pdf: PdfDocument, drawer: TextDrawer, accent: string) {
  const sheet = {
    pdf,
    drawer,
    accent,
    top: page.top,
    need(height: number) {
      if (sheet.top + height <= page.bottom) return
      pdf.addPage()
      sheet.top = page.top
    },
    /** Lines of text from the present height on. */
    write(text: string, style: TextStyle, { left = 0, after = 4 } = {}) {
      for (const line of text.split('\n').flatMap((part) => wrapText(drawer, part, style, page.width - left))) {
        sheet.need(style.size * LINE_HEIGHT)
        drawer.draw(line.trim(), page.left + left, sheet.top + style.size, style)
        sheet.top += style.size * LINE_HEIGHT
      }
      sheet.top += after
    },
    /** One line at a place, cut where it would be too long. */
    line(text: string, x: number, baseline: number, style: TextStyle, { width = page.width, right = false } = {}) {
      const shown = fit(drawer, text, style, width)
      drawer.draw(shown, right ? x - drawer.width(shown, style) : x, baseline, style)
    },
    section(title: string, height: number) {
      sheet.top += 16
      sheet.need(height + 28)
      pdf.rect(page.left, sheet.top, page.width, 0.75).fill(colours.line)
      sheet.top += 12
      sheet.write(title, styles.heading, { after: 6 })
    },
    bar(x: number, y: number, width: number, height: number, colour = accent, opacity = 1) {
      if (width > 0 && height > 0) pdf.fillOpacity(opacity).rect(x, y, width, height).fill(colour).fillOpacity(1)
    },
  }
  return sheet
}

function fit(drawer: TextDrawer, text: string, style: TextStyle, width: number) {
  if (drawer.width(text, style) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && drawer.width(`${letters.join('')}…`, style) > width) letters.pop()
  return `${letters.join('')}…`
}

const LOGO = { width: 160, height: 38 }

function drawHead(sheet: Sheet, { report, agent }: VendorReportView, brand: DrawnBrand | undefined) {
  const { pdf } = sheet
  if (brand?.logo) {
    pdf.image(Buffer.from(brand.logo), page.left, sheet.top, { fit: [LOGO.width, LOGO.height] })
    sheet.top += LOGO.height + 8
  } else if (brand?.name || agent.agencyName) sheet.write(brand?.name || agent.agencyName, styles.heading, { after: 4 })
  sheet.bar(page.left, sheet.top, page.width, 2.5)
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
  if (sheet.top > from) sheet.bar(page.left, from, 2.5, sheet.top - from)
  sheet.top += 8
}

const TILE = { height: 74, gap: 10 }

function drawFigures(sheet: Sheet, report: VendorReport) {
  const { days, figures } = report
  if (!days) return
  sheet.section(`This week: ${spanText(days.span)}`, TILE.height)
  const width = (page.width - 3 * TILE.gap) / 4
  const { openHomeVisitors, ...counted } = figures
  const names = { views: 'Views', visitors: 'Visitors', enquiries: 'Enquiries' }
  const tiles = (['views', 'visitors', 'enquiries'] as const).map((key) => ({
    label: names[key],
    number: countText(counted[key].week),
    notes: figureNotes(counted[key], days.span),
  }))
  tiles.push({
    label: 'At open homes',
    number: openHomeVisitors === null ? '–' : formatAmount(openHomeVisitors),
    notes: [openHomeVisitors === null ? 'None counted yet' : 'Visitors so far'],
  })
  for (const [index, { label, number, notes }] of tiles.entries()) {
    const x = page.left + index * (width + TILE.gap)
    sheet.pdf.roundedRect(x, sheet.top, width, TILE.height, 6).fill(colours.panel)
    const inner = { width: width - 20 }
    sheet.line(label, x + 10, sheet.top + 16, styles.quiet, inner)
    const isText = number === FEWER
    sheet.line(number, x + 10, sheet.top + 40, isText ? { ...styles.number, size: 13 } : styles.number, inner)
    for (const [row, note] of notes.entries()) sheet.line(note, x + 10, sheet.top + 54 + row * 11, styles.small, inner)
  }
  sheet.top += TILE.height
}

/** "Up 12% from 280 the week before" and "1,284 since 1 Nov", short enough for a tile. */
function figureNotes(figure: VendorFigure, span: { from: string; to: string }) {
  const change = weekChange(figure)
  const days = otherDays(figure.week, span)
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
  if (!days || days.bars.length === 0) return
  sheet.section('Views by day', CHART.height + CHART.foot)
  const segments = chartSegments(days.bars, days.span)
  const before = perDayBefore(days.bars, days.spanBefore)
  const ticks = axisTicks(Math.max(...segments.map(({ perDay }) => perDay), ...before.map((one) => one ?? 0)))
  const highest = ticks.at(-1) ?? 1
  const left = page.left + CHART.scale
  const column = (page.width - CHART.scale) / before.length
  const base = sheet.top + CHART.height
  const y = (views: number) => base - (views / highest) * (CHART.height - 12)
  for (const tick of ticks) {
    sheet.pdf.rect(left, y(tick), page.width - CHART.scale, 0.5).fill(colours.line)
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
    sheet.line('Dotted: the week before', page.left + page.width, sheet.top, styles.small, { right: true })
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
  sheet.section('How visitors came', ROW * Math.min(channels.length, 4))
  const most = Math.max(...channels.map(({ visitors }) => visitors))
  const [nameWidth, numberWidth] = [140, 150]
  const room = page.width - nameWidth - numberWidth
  for (const { channel, visitors, enquiries } of channels) {
    sheet.need(ROW)
    const baseline = sheet.top + 11
    sheet.line(vendorChannelLabels[channel], page.left, baseline, styles.text, { width: nameWidth - 8 })
    sheet.bar(page.left + nameWidth, sheet.top + 3, room, 10, colours.panel)
    sheet.bar(page.left + nameWidth, sheet.top + 3, (visitors / most) * room, 10)
    const leads = enquiries === null ? '' : ` · ${formatAmount(enquiries)} enquiries`
    sheet.line(`${formatCount(visitors, 'visitor')}${leads}`, page.left + page.width, baseline, styles.text, {
      right: true,
      width: numberWidth,
    })
    sheet.top += ROW
  }
}

const CURVE_HEIGHT = 30
const DOCUMENT_HEIGHT = 62

function drawDocuments(sheet: Sheet, { documents, otherDocuments }: VendorReport) {
  if (documents.length === 0 && otherDocuments === 0) return
  sheet.section('Documents that buyers read', documents.length > 0 ? DOCUMENT_HEIGHT : 16)
  for (const document of documents) {
    sheet.need(DOCUMENT_HEIGHT)
    drawDocument(sheet, document)
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
  const chart = { left: page.left + page.width * 0.55, width: page.width * 0.45 }
  const room = { width: page.width * 0.55 - 16 }
  sheet.line(name, page.left, sheet.top + 11, styles.strong, room)
  sheet.line(`${readersText(document)}, ${readingTimeText(document)}`, page.left, sheet.top + 25, styles.quiet, room)
  sheet.line(stopText(document), page.left, sheet.top + 38, styles.quiet, room)
  const base = sheet.top + 6 + CURVE_HEIGHT
  const width = chart.width / pages.length
  for (const [index, share] of pages.entries()) {
    const height = (share ?? 0) * CURVE_HEIGHT
    sheet.bar(chart.left + index * width, base - height, Math.max(0.3, width * 0.82), height)
  }
  sheet.bar(chart.left, base, chart.width, 0.5, colours.dots)
  sheet.line('Page 1', chart.left, base + 10, styles.small)
  if (pages.length > 1)
    sheet.line(`Page ${pages.length}`, chart.left + chart.width, base + 10, styles.small, { right: true })
  sheet.top += DOCUMENT_HEIGHT
}

function drawOpenHomes(sheet: Sheet, { openHomes, timeZone }: VendorReport) {
  const counted = openHomes.filter(({ isCounted }) => isCounted)
  if (counted.length === 0) return
  sheet.section('Open homes', 16 * Math.min(counted.length, 4))
  for (const { startsAt, visitors } of counted) {
    sheet.need(16)
    sheet.line(openHomeDay(startsAt, timeZone), page.left, sheet.top + 10, styles.text)
    const text = visitors === null ? `${FEWER} visitors` : formatCount(visitors, 'visitor')
    sheet.line(text, page.left + 110, sheet.top + 10, visitors === null ? styles.quiet : styles.strong)
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
    sheet.line({ views: 'Views', visitors: 'Visitors', enquiries: 'Enquiries' }[key], page.left, baseline, styles.text)
    sheet.line(formatAmount(own), page.left + 110, baseline, styles.strong)
    sheet.line(`about ${formatAmount(usual)} is usual after as many days`, page.left + 170, baseline, styles.quiet)
    sheet.top += 16
  }
}

function drawNext(sheet: Sheet, { next, timeZone }: VendorReport) {
  if (next.length === 0) return
  sheet.section('What’s next', 16 * Math.min(next.length, 4))
  for (const date of next) {
    sheet.need(16)
    sheet.line(dateLabel(date), page.left, sheet.top + 10, styles.strong)
    sheet.line(dateText(date, timeZone), page.left + 110, sheet.top + 10, styles.text)
    sheet.top += 16
  }
}

function drawAgent(sheet: Sheet, { agent }: VendorReportView) {
  sheet.section('Your agent', 40)
  sheet.write([fullName(agent), agent.agencyName].filter(Boolean).join(', '), styles.strong, { after: 0 })
  sheet.write([agent.phone, agent.email].filter(Boolean).join(' · '), styles.text, { after: 0 })
  if (agent.licenceLine) sheet.write(agent.licenceLine, styles.quiet, { after: 8 })
  sheet.write(PRIVACY_NOTE, styles.small, { after: 0 })
}

function drawFooters({ pdf, drawer }: Sheet, brand: DrawnBrand | undefined) {
  const { count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(index)
    const base = PAPER.height - MARGIN + 6
    const number = `Page ${index + 1} of ${count}`
    drawer.draw(
      fit(drawer, brand?.legalLine || 'Made with Property Files', styles.small, page.width - 80),
      page.left,
      base,
      styles.small,
    )
    drawer.draw(number, page.left + page.width - drawer.width(number, styles.small), base, styles.small)
  }
}
