import { capitalValue, type Home } from '../../home.ts'
import { dollars, facts, html, table } from '../../html.ts'
import { rateLines } from '../rateLines.ts'
import type { LimPart } from './lim.ts'
import type { LimFacts } from './limFacts.ts'

export const ratesSections = (home: Home, { issued }: LimFacts): LimPart[] => [
  {
    heading: 'Rates',
    content: html`
      <h3>Valuation as at ${home.rating.valued}</h3>
      ${facts(
        ['Land value', dollars(home.rating.land)],
        ['Value of improvements', dollars(home.rating.improvements)],
        ['Capital value', html`<strong>${dollars(capitalValue(home))}</strong>`],
      )}
      <h3>Rates of the year 1 July 2025 to 30 June 2026</h3>
      ${table(
        ['Rate', 'Basis', 'Amount'],
        rateLines(home).map(({ name, basis, amount }) => [name, basis, dollars(amount, 2)]),
        'right',
      )}
      ${facts(
        ['Instalments', 'Four, due on 20 August, 20 November, 20 February and 20 May'],
        ['Owing on the day of issue', `Nothing as at ${issued}`],
        ['Water by meter', 'Not metered'],
        ['Next valuation', 'Three years after the date above'],
      )}`,
  },
  {
    heading: 'Roads, access and network utilities',
    content: html`
      ${table(
        ['Matter', 'On the record'],
        [
          ['Legal frontage', home.street.replace(/^\d+ /, '')],
          ['Class of road', home.area > 10_000 ? 'Rural access, sealed' : 'Local road, sealed, kerb and channel'],
          ['Vehicle crossing', 'One, formed, permit on file'],
          ['Encroachment licence', 'None'],
          ['Proposed works', 'Resealing in the next three years; no change of level'],
          ['Footpath', home.area > 10_000 ? 'None' : 'One side'],
          ['Refuse and recycling', 'Weekly refuse, fortnightly recycling'],
        ],
      )}
      <h3>Who to ask about other networks</h3>
      <p>The Council keeps no records of electricity, gas and telecommunications. Ask the network operator through the national “before you dig” service.</p>`,
  },
]
