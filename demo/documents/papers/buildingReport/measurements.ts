import { locator, spotsOn } from '../../drawings/locator.ts'
import { thermal } from '../../drawings/sections.ts'
import type { Home, Level } from '../../home.ts'
import { figure, html, table } from '../../html.ts'
import type { ReportPart } from './areas.ts'
import type { ReportFacts } from './reportFacts.ts'

const WATCH = 16
const FOLLOW_UP = 18

/** Where meters were held to the house, with what they said. */
export const measurementParts = (home: Home, facts: ReportFacts): ReportPart[] => [
  ...home.levels.map((level) => ({
    heading: `Moisture readings, ${level.name.toLowerCase()}`,
    content: moisture(level, facts),
  })),
  ...home.levels.map((level) => ({
    heading: `Floor levels, ${level.name.toLowerCase()}`,
    content: floorLevels(level, home.built),
  })),
  { heading: 'Infrared pictures', content: infrared },
]

function moisture(level: Level, facts: ReportFacts) {
  const readings = spotsOn(level).map((spot, index) => ({
    ...spot,
    value: facts.moisture[spot.name] ?? 10 + ((index * 7) % 5),
    reference: 10 + (index % 3),
  }))
  const plan = locator(level, {
    width: 150,
    readings: readings.map(({ at, value }) => ({ at, words: `${value}`, colour: colourOf(value) })),
  })
  return html`
    <p>A non-invasive meter was held to the linings at skirting height on outside walls and beside wet areas. Up to ${WATCH - 1} per cent is
      ordinary, ${WATCH} and ${WATCH + 1} is worth watching, ${FOLLOW_UP} and more is followed up with probes.</p>
    ${figure(plan, 'Per cent, relative to timber. Green: ordinary. Amber: watch. Red: follow up.')}
    ${table(
      ['Room', 'Reading', 'Reference in the same room', 'Remark'],
      readings.map(({ name, value, reference }) => [name, `${value} %`, `${reference} %`, remarkOn(value)]),
      'tight',
    )}`
}

const colourOf = (value: number) => (value >= FOLLOW_UP ? '#b3372c' : value >= WATCH ? '#b8790f' : '#2c7a55')

function remarkOn(value: number) {
  if (value >= FOLLOW_UP) return 'Follow up: see the list of work'
  return value >= WATCH ? 'Watch; next to a wet area' : 'Ordinary'
}

function floorLevels(level: Level, built: number) {
  const readings = spotsOn(level).map(({ at }, index) => ({ at, words: heightWords(index, built), colour: '#33566b' }))
  return html`
    <p>Taken with a hydrostatic level from a point in the hall, in millimetres. Differences of up to 1 in 200 between points are usual for a
      house of ${built}.</p>
    ${figure(locator(level, { width: 150, readings }), 'Height above (+) or below (−) the point in the hall.')}`
}

/** The older the house, the more its floors have moved. */
function heightWords(index: number, built: number) {
  const most = built < 1950 ? 17 : built < 1990 ? 9 : 4
  const value = ((index * 5) % (2 * most)) - most
  return value > 0 ? `+${value}` : `${value}`.replace('-', '−')
}

const infrared = html`
  <p>Taken from inside, with about 9 °C between indoors and outdoors. A camera shows temperatures of surfaces, not moisture; dark patches were
    checked with the meter.</p>
  <div class="photos">
    ${figure(thermal('Infrared picture of the living room', 'left-corner'), '1. Living room: cooler at the skirting, as expected of an outside corner. 12 %.')}
    ${figure(thermal('Infrared picture of the bathroom', 'below-the-bathroom'), '2. Bathroom: cooler below the window. See the moisture readings.')}
    ${figure(thermal('Infrared picture of the ceiling', 'edge'), '3. Hall ceiling: insulation even, without gaps.')}
    ${figure(thermal('Infrared picture of a bedroom', 'corner-of-room'), '4. Bedroom: no pattern that needs attention.')}
  </div>`
