import type { Home } from '../../home.ts'
import { dollars, facts, html, table } from '../../html.ts'
import type { LimPart } from './lim.ts'
import type { Consent, LimFacts } from './limFacts.ts'

export const buildingSections = (home: Home, { consents, other }: LimFacts): LimPart[] => [
  {
    heading: 'Permits, consents and certificates: summary',
    content: html`
      <p>Everything on the building file of ${home.street}, oldest first. Work that needs no consent is not recorded.</p>
      ${table(
        ['Number', 'Date', 'Work', 'Status'],
        consents.map(({ number, date, work, status }) => [number, date, work, status]),
      )}
      <div class="note"><p>Permits before 1 July 1992 were closed without a certificate. The plans show what was meant to be built; the building may differ.</p></div>`,
  },
  ...consents.map((consent) => ({ heading: `${consent.number}: ${consent.work}`, content: detail(home, consent) })),
  {
    heading: 'Other matters of the Building Act',
    content: html`
      ${facts(...other)}
      <h3>Licences</h3>
      ${table(
        ['Licence', 'On the record'],
        [
          ['Sale and supply of alcohol', 'None'],
          ['Food premises', 'None'],
          ['Hairdressing, camping ground, funeral director', 'None'],
          ['Dog registration', 'Kept by person, not by property'],
        ],
      )}`,
  },
]

const detail = (home: Home, { number, date, work, status, value, inspections = [], note }: Consent) => html`
  ${facts(
    ['Number', number],
    ['Granted', date],
    ['Work', work],
    ['Site', home.street],
    ['Estimated value', value ? dollars(value) : 'Not recorded'],
    ['Status', html`<strong>${status}</strong>`],
  )}
  ${
    inspections.length > 0
      ? html`<h3>Inspections</h3>${table(['Date', 'Inspection', 'Outcome'], inspections)}`
      : html`<h3>Inspections</h3><p>The file holds the inspector's card only. It is initialled for foundations, framing and completion, without remarks.</p>`
  }
  ${note ? html`<div class="note"><p>${note}</p></div>` : ''}
  <h3>On the property file</h3>
  ${table(
    ['Document', 'Sheets', 'Held as'],
    [
      ['Application and specification', '3', 'Scan'],
      ['Site plan, floor plan, elevations', '4', 'Scan'],
      ['Bracing and structure', '2', 'Scan'],
      [status.startsWith('Code') ? 'Code compliance certificate' : 'Inspection card', '1', 'Scan'],
    ],
  )}`
