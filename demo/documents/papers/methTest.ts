import { locator, spotsOn } from '../drawings/locator.ts'
import { addressOf, type Home, type Level } from '../home.ts'
import { facts, figure, html, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { letterhead, signature } from './letterhead.ts'

const samples: [room: string, reading: string][] = [
  ['Kitchen and dining, wall above bench', '< 0.02'],
  ['Kitchen and dining, ceiling', '< 0.02'],
  ['Living, wall', '< 0.02'],
  ['Hall, wall', '0.03'],
  ['Bedroom 1, wardrobe wall', '< 0.02'],
  ['Bedroom 2, window reveal', '< 0.02'],
  ['Bathroom, extractor grille', '0.04'],
  ['Laundry, wall', '< 0.02'],
]

/** A screening for residue of methamphetamine. */
export const methTest = (home: Home): Paper => ({
  name: 'Meth test',
  title: `Methamphetamine screening – ${addressOf(home)}`,
  header: 'Screening CL-26-0707',
  issuer: 'Clearline Testing',
  body: html`
    ${letterhead('Clearline Testing', 'Methamphetamine screening report', '#7a3b12', 'Sampling and laboratory service (invented)')}
    ${facts(['Address', addressOf(home)], ['Sampled', '10 March 2026'], ['Laboratory', '12 March 2026, LC-MS/MS'], ['Method', 'Individual wipes of 100 cm², in the manner of NZS 8510:2017'], ['Result', html`<span class="stamp" style="color:#1c6b3d;font-size:11pt">BELOW 1.5 µg/100 cm² IN EVERY ROOM</span>`])}
    ${table(
      ['Sample', 'Place', 'µg per 100 cm²', 'Result'],
      samples.map(([place, reading], index) => [`S${index + 1}`, place, reading, 'Below the level']),
    )}
    <p>Levels at or below 1.5 µg/100 cm² in places that people use are within the standard. The two readings above the limit of detection are very low and
      often found in homes with visitors; nothing needs to be done.</p>
    ${home.levels.map((level) => figure(samplePlan(level), 'Where samples were taken; numbers as on the laboratory sheet.'))}
    ${signature('Sampler, Clearline Testing', '12 March 2026')}`,
})

const samplePlan = (level: Level) =>
  locator(level, {
    width: 86,
    readings: spotsOn(level).map(({ at }, index) => ({ at, words: `S${index + 1}`, colour: '#7a3b12' })),
  })
