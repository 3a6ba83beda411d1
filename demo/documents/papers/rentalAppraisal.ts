import { addressOf, floorArea, type Home } from '../home.ts'
import { facts, html, paragraphs, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { letterhead, signature } from './letterhead.ts'

/** What a tenant might pay. */
export const rentalAppraisal = (home: Home): Paper => ({
  name: 'Rental appraisal',
  title: `Rental appraisal – ${addressOf(home)}`,
  header: 'Rental appraisal',
  issuer: 'Gatepost Property Management',
  body: html`
    ${letterhead('Gatepost Property Management', 'Rental appraisal', '#6a4c93', 'Residential lettings (invented)')}
    <p>12 February 2026</p>
    <p>Thank you for showing us the home. This is what we believe it would let for at the time of writing, unfurnished, on a fixed term of a year.</p>
    <div style="background:#f3eff8;padding:6mm;margin:5mm 0"><p class="small" style="margin:0">Weekly rent</p><p style="font:700 26pt Inter;margin:0">$1,250 – $1,350</p></div>
    ${facts(
      ['Address', addressOf(home)],
      ['Home', `Five bedrooms, three bathrooms, about ${floorArea(home)} m², on 1.8 ha`],
      ['Counted in', 'House, garage, garden, pool with service every fortnight'],
      ['Counted out', 'Paddocks and shed, which could be let to a neighbour for grazing'],
      ['Likely tenants', 'A family on a posting, or people who build nearby'],
      ['Time to let', 'Three to five weeks in summer; longer in winter'],
    )}
    <h3>Compared with</h3>
    ${table(
      ['Where', 'Home', 'Land', 'Let in', 'Weekly rent'],
      [
        ['Rural, 4 km away', '5 bed, 2 bath, pool', '1.2 ha', 'November 2025', '$1,200'],
        ['Village edge', '4 bed, 3 bath', '2,400 m²', 'December 2025', '$1,150'],
        ['Rural, 9 km away', '5 bed, 3 bath, pool', '2.0 ha', 'January 2026', '$1,380'],
      ],
      'right',
    )}
    <h3>Healthy homes standards</h3>
    ${paragraphs('From a walk through, the home looks able to meet the standards: ducted heating, insulation of 2014, extractor fans, and drains. A statement needs measurements, which we can arrange.')}
    <p class="small">An opinion of the market, not a valuation. It should not be relied on by a lender, and is good for ninety days.</p>
    ${signature('Property manager, Gatepost Property Management', '12 February 2026')}`,
})
