import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { tidyName } from './tidyName.ts'

test.each<[string, DocumentType, string]>([
  ['LIM_12-Rata-St_FINAL(2).pdf', 'lim', 'LIM report – 12 Rata St'],
  ['LIM Report - 12 Rata Street, Petone.pdf', 'lim', 'LIM report – 12 Rata Street, Petone'],
  ['lim-12-rata-st.pdf', 'lim', 'LIM report – 12 Rata St'],
  ['12 RATA STREET LIM.PDF', 'lim', 'LIM report – 12 Rata Street'],
  ['LIM20250314_12RataSt.pdf', 'lim', 'LIM report – 14 Mar 2025, 12 Rata St'],
  ['Land Information Memorandum 14.03.2025.pdf', 'lim', 'LIM report – 14 Mar 2025'],
  ['12 Rata St - LIM (signed) v3.pdf', 'lim', 'LIM report – 12 Rata St, signed'],
  ['LIM report for 12 McDonald Cres.pdf', 'lim', 'LIM report – 12 McDonald Cres'],
  ['LIM12McDonaldCres.pdf', 'lim', 'LIM report – 12 McDonald Cres'],
  [
    'New Plymouth District Council LIM 45 Devon St.pdf',
    'lim',
    'LIM report – New Plymouth District Council 45 Devon St',
  ],
  ['LIM.pdf', 'lim', 'LIM report'],
  ['Record of Title WN45C-123.pdf', 'title', 'Record of title – WN45C-123'],
  ['RT_876543_2026-02-11.pdf', 'title', 'Record of title – 876543, 11 Feb 2026'],
  ['Certificate of Title - 14 Kowhai Ave - Copy.pdf', 'title', 'Record of title – 14 Kowhai Ave'],
  ['2/14 Rata St Title.pdf', 'title', 'Record of title – 2-14 Rata St'],
  ['12_Rata_St_Building_Inspection_Report_v2_compressed.pdf', 'building_report', 'Building report – 12 Rata St'],
  [
    'Pre-purchase Building Inspection - ABC Inspections Ltd.pdf',
    'building_report',
    'Building report – Pre-purchase, ABC Inspections Ltd',
  ],
  ['BuildingReport12RataSt.pdf', 'building_report', 'Building report – 12 Rata St'],
  ['S&P Agreement 12 Rata St.docx', 'agreement', 'Sale and purchase agreement – 12 Rata St'],
  ['Sale and Purchase Agreement - DRAFT.pdf', 'agreement', 'Sale and purchase agreement – Draft'],
  [
    'ADLS Agreement for Sale and Purchase of Real Estate 12 Rata St.pdf',
    'agreement',
    'Sale and purchase agreement – 12 Rata St',
  ],
  ['Floor Plan_12 Rata St_web.png', 'floor_plan', 'Floor plan – 12 Rata St'],
  ['House plans 1968.pdf', 'floor_plan', 'Floor plan – House plans 1968'],
  ['floorplan.jpg', 'floor_plan', 'Floor plan'],
  ['Rates 2025-26.pdf', 'rates', 'Rates – 2025-26'],
  ['rates_notice_2025_2026_hutt_city.pdf', 'rates', 'Rates – 2025-26 Hutt City'],
  ['Rental Appraisal 12 Rata St Mar 2026.pdf', 'rental_appraisal', 'Rental appraisal – 12 Rata St Mar 2026'],
  [
    'Pre-Contract Disclosure Statement Unit 5.pdf',
    'disclosure_statement',
    'Disclosure statement – Pre-Contract Unit 5',
  ],
  ['Body Corp Minutes AGM 2024.pdf', 'other', 'Body Corp Minutes AGM 2024'],
  ['Building consent BC123456.pdf', 'other', 'Building consent BC123456'],
  ['Copy of Healthy Homes Statement (1).pdf', 'other', 'Healthy Homes Statement'],
  ['meth test results.pdf', 'other', 'Meth Test Results'],
  ['EQC CLAIM HISTORY.pdf', 'other', 'EQC Claim History'],
  ['Te Whānau ā Apanui whenua.pdf', 'other', 'Te Whānau ā Apanui whenua'],
  ['Plan rev.B.pdf', 'other', 'Plan rev.B'],
  ['Scan 12 Rata St.pdf', 'other', '12 Rata St'],
])('%s (%s) is called %s', (fileName, kind, name) => {
  expect(tidyName(fileName, kind)).toBe(name)
})

test.each([
  'Scan_20260101.pdf',
  'Scan 20260101 123456.pdf',
  'Scan0001.pdf',
  'Scanned document 3.pdf',
  'CamScanner 01-02-2026 10.22.pdf',
  'Adobe Scan 1 Jan 2026.pdf',
  'IMG_2034.HEIC',
  'PXL_20260101_123456789.jpg',
  'SKM_C25826010112330.pdf',
  'WhatsApp Image 2026-01-01 at 10.22.33.jpeg',
  'Screenshot 2026-01-01 at 10.22.33 am.png',
  'doc123.pdf',
  'Document1.docx',
  'Document (3).pdf',
  'untitled.pdf',
  'Final v3 (2).pdf',
  'report.pdf.pdf',
  'd41d8cd98f00b204e9800998ecf8427e.pdf',
  '7f3c2a10-1b2c-4d5e-8f90-123456789abc.pdf',
  '../',
  '',
])('a name that says nothing is left out: %j', (fileName) => {
  expect(tidyName(fileName, 'other')).toBe('Other document')
  expect(tidyName(fileName, 'lim')).toBe('LIM report')
})

const kinds = Object.keys(documentTypes) as DocumentType[]
const words =
  'LIM report Title RATA st 12 2-14 (2) FINAL v3 scan 20260101 - – _ . , 14.03.2025 copy of & .pdf Building inspection'.split(
    ' ',
  )
const fileNames = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.constantFrom(...words, ' ', '_'), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join(' ')),
)

test('a tidy name is never empty, never too long, and begins with what the document is', () => {
  fc.assert(
    fc.property(fileNames, fc.constantFrom(...kinds), (fileName, kind) => {
      const name = tidyName(fileName, kind)
      expect(name).toMatch(/[\p{L}\d]/u)
      expect(name.length).toBeLessThanOrEqual(255)
      expect(name).toBe(name.trim())
      expect(name).not.toMatch(/[\\/]|\p{Cc}|\s{2}/u)
      expect(name.isWellFormed()).toBe(true)
      if (kind !== 'other') expect(name.startsWith(documentTypes[kind])).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
