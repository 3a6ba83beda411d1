import { locator, spots } from '../../drawings/locator.ts'
import { thermal } from '../../drawings/sections.ts'
import type { Home } from '../../home.ts'
import { figure, html, table } from '../../html.ts'
import type { ReportPart } from './areas.ts'
import type { ReportFacts } from './reportFacts.ts'

const ATTEND = 18

/** Where meters were held to the house, with what they said. */
export const measurementParts = (home: Home, facts: ReportFacts): ReportPart[] => [
  ...home.levels.map((level) => ({
    heading: `Moisture readings, ${level.name.toLowerCase()}`,
    content: html`
      <p>A non-invasive meter was held to the linings at skirting height on outside walls and beside wet areas. Up to 15 per cent is ordinary, 16 and 17 is
        worth watching, ${ATTEND} and more is followed up with probes.</p>
      ${figure(
        locator(level, {
          width: 150,
          readings: spots(home)
            .filter((spot) => spot.level === level)
            .map(({ name, at }, index) => {
              const value = moistureOf(facts, name, index)
              return { at, words: `${value}`, colour: value >= ATTEND ? '#b3372c' : value > 15 ? '#b8790f' : '#2c7a55' }
            }),
        }),
        'Per cent, relative to timber. Green: ordinary. Amber: watch. Red: follow up.',
      )}
      ${table(
        ['Room', 'Reading', 'Reference in the same room', 'Remark'],
        spots(home)
          .filter((spot) => spot.level === level)
          .map(({ name }, index) => {
            const value = moistureOf(facts, name, index)
            return [
              name,
              `${value} %`,
              `${10 + (index % 3)} %`,
              value >= ATTEND
                ? 'Follow up: see the list of work'
                : value > 15
                  ? 'Watch; next to a wet area'
                  : 'Ordinary',
            ]
          }),
      )}`,
  })),
  ...home.levels.map((level) => ({
    heading: `Floor levels, ${level.name.toLowerCase()}`,
    content: html`
      <p>Taken with a hydrostatic level from a point in the hall, in millimetres. Differences of up to 1 in 200 between points are usual for a house of
        ${home.built}.</p>
      ${figure(
        locator(level, {
          width: 150,
          readings: spots(home)
            .filter((spot) => spot.level === level)
            .map(({ at }, index) => ({ at, words: levelWords(index, home.built), colour: '#33566b' })),
        }),
        'Height above (+) or below (−) the point in the hall.',
      )}`,
  })),
  {
    heading: 'Infrared pictures',
    content: html`
      <p>Taken from inside, with about 9 °C between indoors and outdoors. A camera shows temperatures of surfaces, not moisture; dark patches were checked
        with the meter.</p>
      <div class="photos">
        ${figure(thermal('Infrared picture of the living room', 'left-corner'), '1. Living room: cooler at the skirting, as expected of an outside corner. 12 %.')}
        ${figure(thermal('Infrared picture of the bathroom', 'below-the-bathroom'), '2. Bathroom: cooler below the window. See the moisture readings.')}
        ${figure(thermal('Infrared picture of the ceiling', 'edge'), '3. Hall ceiling: insulation even, without gaps.')}
        ${figure(thermal('Infrared picture of a bedroom', 'corner-of-room'), '4. Bedroom: no pattern that needs attention.')}
      </div>`,
  },
]

const moistureOf = ({ moisture }: ReportFacts, room: string, index: number) => moisture[room] ?? 10 + ((index * 7) % 5)

function levelWords(index: number, built: number) {
  const most = built < 1950 ? 17 : built < 1990 ? 9 : 4
  const value = ((index * 5) % (2 * most)) - most
  return value > 0 ? `+${value}` : `${value}`.replace('-', '−')
}
