import { zones } from '../../drawings/layers.ts'
import { siteMap } from '../../drawings/siteMap.ts'
import type { Home } from '../../home.ts'
import { figure, html, table } from '../../html.ts'
import type { LimPart } from './lim.ts'
import type { LimFacts } from './limFacts.ts'

export const planningSections = (home: Home, { zone, nearby }: LimFacts): LimPart[] => [
  {
    heading: 'Use of the land: district plan',
    content: html`
      <p>The property is in the <strong>${zone.name}</strong>. ${zone.purpose}</p>
      <h3>Main standards of the zone</h3>
      ${table(['Standard', 'Permitted without a consent'], zone.rules)}
      <p class="small">A summary. The plan itself decides, together with changes that have been notified. A planner is on duty on weekdays.</p>`,
  },
  {
    heading: 'Map: zones',
    content: figure(
      siteMap(home, zones(zone.name, zone.behind)),
      'From the operative district plan. Colours end at the property boundary, in the middle of roads.',
    ),
  },
  {
    heading: 'Overlays, heritage and trees',
    content: html`
      ${table(
        ['Overlay', 'Applies'],
        [
          ['Heritage building or area', home.built < 1940 ? 'Special character area: street elevation only' : 'No'],
          ['Site of significance to mana whenua', 'None recorded within 200 m'],
          ['Archaeological site', 'None recorded'],
          ['Notable tree', 'None on the property'],
          ['Significant natural area', home.area > 700 && home.area < 1000 ? 'Adjoins at the rear boundary' : 'No'],
          ['Outstanding landscape', 'No'],
          ['Designations', 'None'],
          ['National grid corridor, gas transmission', 'No'],
          ['Airport noise', 'No'],
          ['Road widening', 'None proposed'],
        ],
      )}
      <h3>Soil and former uses</h3>
      ${table(
        ['Register', 'On the record'],
        [
          ['HAIL sites', home.area > 10_000 ? 'Category A10 (orchard) on the adjoining land until 1996' : 'Not listed'],
          ['Contaminated land', 'No report held'],
          ['Closed landfill', 'None within 250 m'],
          ['Clandestine laboratory', 'No notice held'],
        ],
      )}`,
  },
  {
    heading: 'Resource consents on and near the property',
    content: html`
      <p>Granted in the last five years within 150 m, as far as the register knows them.</p>
      ${table(['Number', 'Where', 'What', 'Decision'], nearby)}
      <h3>Plan changes that have been notified</h3>
      ${table(
        ['Change', 'What it would do', 'Stage'],
        [
          ['PC 31', 'Trees and hedges near footpaths', 'Hearing held, decision awaited'],
          ['PC 34', 'Standards for earthworks over 50 m³', 'Submissions closed'],
        ],
      )}`,
  },
]
