import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { guessDocumentType } from './guessDocumentType.ts'

const byName: [DocumentType, string[]][] = [
  [
    'lim',
    [
      'LIM.pdf',
      'LIM_12-Rata-St_FINAL(2).pdf',
      'lim-12-rata-st.pdf',
      '12 RATA STREET LIM.PDF',
      'LIM20250314_12RataSt.pdf',
      'LIMReport.pdf',
      'Land Information Memorandum.pdf',
      'LIM%20Report%2012%20Rata.pdf',
      'WCC LIM incl. flood and rates info.pdf',
    ],
  ],
  [
    'title',
    [
      'Title.pdf',
      'Record of Title WN45C-123.pdf',
      'Certificate of Title - 14 Kowhai Ave - Copy.pdf',
      'CT_12_Rata_St.pdf',
      'RT 876543.pdf',
      'CFR 123456.pdf',
      '2-14 Rata St Title Search.pdf',
      'Guaranteed search copy 876543.pdf',
      'Title and easements.pdf',
    ],
  ],
  [
    'building_report',
    [
      'Building Report.pdf',
      'BuildingReport12RataSt.pdf',
      '12_Rata_St_Building_Inspection_Report_v2.pdf',
      'Pre-purchase building inspection.pdf',
      "Builder's report 2026.pdf",
      'Builders Report 12a Rata St.pdf',
      'Pre purchase report.pdf',
      'House inspection - ABC Inspections Ltd.pdf',
      'Weathertightness assessment.pdf',
      'Moisture test results.pdf',
    ],
  ],
  [
    'agreement',
    [
      'Sale and Purchase Agreement - DRAFT.pdf',
      'S&P Agreement 12 Rata St.docx',
      'S and P.pdf',
      'ADLS form 11th edition.pdf',
      'Auction agreement 12 Rata.pdf',
      'Tender documents.pdf',
      'Particulars and Conditions of Sale.pdf',
      'ASP 12 Rata St.pdf',
      'Draft contract.docx',
    ],
  ],
  [
    'floor_plan',
    [
      'floorplan.jpg',
      'Floor Plan_12 Rata St_web.png',
      'House plans 1968.pdf',
      'FP.png',
      'Site plan.pdf',
      'as-built plans.pdf',
      'Plans.pdf',
    ],
  ],
  [
    'rates',
    [
      'Rates 2025-26.pdf',
      'rates_notice_2025_26_hutt_city.pdf',
      'GWRC Rates Assessment.pdf',
      'Rating valuation 2024.pdf',
      'Rates.pdf',
    ],
  ],
  [
    'rental_appraisal',
    [
      'Rental Appraisal 12 Rata St Mar 2026.pdf',
      'Rental Assessment.docx',
      'Rent appraisal.pdf',
      'Market rent letter.pdf',
      'RentalEstimate.pdf',
    ],
  ],
  [
    'disclosure_statement',
    [
      'Pre-Contract Disclosure Statement Unit 5.pdf',
      'PCDS 12 Rata St.pdf',
      'Vendor disclosure.pdf',
      'Unit Title Disclosure Statement.pdf',
      'Seller Disclosure.docx',
    ],
  ],
  [
    'other',
    [
      'Body Corp Minutes AGM 2024.pdf',
      'Tenancy Agreement.pdf',
      'Agency agreement signed.pdf',
      'Title Plan DP 12345.pdf',
      'Drainage plan.pdf',
      'Interest rates.pdf',
      'Spa pool consent.pdf',
      'Building consent BC123456.pdf',
      'Code Compliance Certificate 1998.pdf',
      'Healthy Homes Statement.pdf',
      'Limited warranty.pdf',
      'Slimline heater manual.pdf',
      'Corporate brochure.pdf',
      'Entitlement.pdf',
      'meth test results.pdf',
      'Scan_20260101.pdf',
      'IMG_2034.HEIC',
      'doc123.pdf',
      '',
    ],
  ],
]

describe.each(byName)('by its name: %s', (kind, names) => {
  test.each(names)('%s', (name) => expect(guessDocumentType(name)).toBe(kind))
})

test.each<[DocumentType, string]>([
  [
    'lim',
    'Hutt City Council\nLAND INFORMATION\nMEMORANDUM\nSection 44A Local Government Official Information and Meetings Act 1987',
  ],
  ['title', 'RECORD OF TITLE\nUNDER LAND TRANSFER ACT 2017\nFREEHOLD\nIdentifier WN45C/123'],
  ['title', 'COMPUTER FREEHOLD REGISTER UNDER LAND TRANSFER ACT 1952'],
  ['building_report', 'Pre-Purchase Building Report\nPrepared in accordance with NZS 4306:2005'],
  [
    'agreement',
    'AGREEMENT FOR SALE AND PURCHASE OF REAL ESTATE\nThis form is approved by the Real Estate Institute\nLand Information Memorandum (LIM) required: Yes/No',
  ],
  ['agreement', 'Particulars and conditions of sale of real estate by auction'],
  ['floor_plan', 'FLOOR PLAN\nBedroom 1 3.6 × 3.2'],
  ['rates', 'Greater Wellington\nRates Assessment 2025/26\nCapital value $980,000'],
  ['rental_appraisal', 'Dear Sam,\nRental appraisal: 12 Rata Street\nwe consider $680 to $720 a week'],
  ['disclosure_statement', 'PRE-CONTRACT DISCLOSURE STATEMENT\nSection 146, Unit Titles Act 2010'],
  ['other', 'Minutes of the annual general meeting of Body Corporate 12345'],
])('a scan without a name is known by its first page: %s', (kind, text) => {
  expect(guessDocumentType('Scan_20260101.pdf', text)).toBe(kind)
})

test.each<[DocumentType, string, string]>([
  ['building_report', 'Building report 12 Rata St.pdf', 'See also the Land Information Memorandum of the council.'],
  ['lim', 'Title page and more.pdf', `LAND INFORMATION MEMORANDUM ${'x '.repeat(400)}`],
  ['agreement', 'Contract.pdf', 'AGREEMENT FOR SALE AND PURCHASE OF REAL ESTATE'],
  ['lim', 'agreement.pdf', 'Land Information Memorandum'],
])('name and page weighed against each other: %s for %s', (kind, name, text) => {
  expect(guessDocumentType(name, text)).toBe(kind)
})

test('every input gets a document type', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, text) => {
      expect(Object.keys(documentTypes)).toContain(guessDocumentType(name, text))
    }),
  )
})
