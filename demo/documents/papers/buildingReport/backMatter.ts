import { addressOf, type Home } from '../../home.ts'
import { facts, figure, html, paragraphs, table } from '../../html.ts'
import { type Photo, sentence } from '../../photos.ts'
import type { ReportPart } from './areas.ts'
import type { ReportFacts } from './reportFacts.ts'

export const backParts = (home: Home, report: ReportFacts, photos: Photo[]): ReportPart[] => [
  {
    heading: 'Maintenance for the next ten years',
    content: table(
      ['When', 'What', 'By whom'],
      [
        ['Twice a year', 'Clear gutters, sumps and the valley above the entry', 'Owner'],
        ['Every year', 'Wash the cladding and the roof; look for lifted fixings', 'Owner'],
        ['Every year', 'Test smoke alarms, change batteries where there are any', 'Owner'],
        ['Every two years', 'Service the heat pumps and the hot-water valves', 'Technician'],
        ['Every two years', 'Oil or stain decks and steps, tighten barrier fixings', 'Owner'],
        ['Every five years', 'Electrical check of the switchboard and outlets', 'Electrician'],
        ['In about five years', 'Repaint the sides that face the weather', 'Painter'],
        ['In about eight years', 'Repaint the rest; renew sealants at windows', 'Painter'],
        ['In about ten years', 'Replace the hot-water cylinder', 'Plumber'],
      ],
    ),
  },
  {
    heading: 'Healthy homes: what was seen',
    content: html`
      <p>For whoever might let the house. An opinion, not a compliance statement.</p>
      ${table(
        ['Standard', 'What was seen', 'Looks met'],
        [
          ['Heating', 'Fixed heat pump in the living room; size to be calculated', 'Likely'],
          ['Insulation', 'Ceiling 180 mm, floor between joists', 'Yes'],
          ['Ventilation', 'Windows open in every room; fans in kitchen and bathrooms', 'Yes'],
          ['Moisture and drainage', 'Gutters, downpipes and a vapour barrier', 'Yes'],
          ['Draught stopping', 'Seals sound; the open fireplace, if any, needs a balloon', 'Likely'],
        ],
      )}`,
  },
  ...photoPages(photos),
  {
    heading: 'Certificate of inspection',
    content: html`
      ${facts(['Property', addressOf(home)], ['Inspected', report.inspected], ['Report', report.reference], ['Inspector', 'Senior inspector, Truepeg Building Inspections'])}
      ${paragraphs(report.certificate, 'The inspection was carried out in the manner of NZS 4306:2005 “Residential property inspection”, and the inspector has no interest in the sale.')}
      <p style="margin-top:16mm;border-top:.3mm solid #333;width:70mm;padding-top:1mm">Signed for Truepeg Building Inspections<br>${report.issued}</p>`,
  },
  {
    heading: 'Terms and words',
    content: html`
      ${facts(
        ['Attend', 'Needs work or a closer look soon'],
        ['Barge board', 'The board along the sloping edge of a roof'],
        ['Bearer', 'A beam on piles that carries the floor joists'],
        ['Cavity', 'A gap behind the cladding that lets water out'],
        ['Flashing', 'A folded strip that leads water away from a joint'],
        ['Gully trap', 'Where waste pipes enter the drain outside'],
        ['Purlin', 'A timber across the rafters that carries the roof'],
        ['Soffit', 'The underside of the eaves'],
        ['Subfloor', 'The space between the ground and the floor'],
      )}
      ${paragraphs(
        'The report is for the person who ordered it. Others may read it, and should order their own inspection before they rely on it.',
        'Liability is limited to the fee where the law allows. Questions are answered by telephone for three months after the issue.',
      )}`,
  },
]

const PER_PAGE = 4

function photoPages(photos: Photo[]): ReportPart[] {
  const pages = Array.from({ length: Math.ceil(photos.length / PER_PAGE) }, (_, index) =>
    photos.slice(index * PER_PAGE, (index + 1) * PER_PAGE),
  )
  return pages.map((some, index) => ({
    heading: `Photographs, sheet ${index + 1}`,
    content: html`<div class="photos">${some.map(({ words, picture }, nth) => figure(picture, `${index * PER_PAGE + nth + 1}. ${sentence(words)}`))}</div>`,
  }))
}
