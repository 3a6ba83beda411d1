import { contours, flooding } from '../../drawings/layers.ts'
import { siteMap } from '../../drawings/siteMap.ts'
import type { Home } from '../../home.ts'
import { bullets, facts, figure, html, paragraphs, table } from '../../html.ts'
import type { LimPart } from './lim.ts'
import type { LimFacts } from './limFacts.ts'

export const landSections = (home: Home, lim: LimFacts): LimPart[] => [
  { heading: 'About this memorandum', content: about },
  { heading: 'The property', content: property(home) },
  {
    heading: 'Special features of the land',
    content: html`
      <p>Information that is likely to be relevant, is known to the Council, and is not apparent from the district plan (section 44A(2)(a)).</p>
      ${table(
        ['Feature', 'What the records say', 'Source'],
        lim.hazards.map(({ name, finding, source }) => [html`<strong>${name}</strong>`, finding, source]),
      )}
      <div class="note"><p>No entry means that the Council holds nothing, not that there is nothing. Ground conditions vary over short distances; a
        geotechnical engineer can say more about a particular building site.</p></div>`,
  },
  {
    heading: 'Map: heights and slope',
    content: figure(
      siteMap(home, contours(...lim.contours)),
      'Contours from the aerial survey of 2023. Vertical accuracy ± 0.2 m in open ground.',
    ),
  },
  {
    heading: 'Map: flooding',
    content: html`${figure(siteMap(home, flooding(lim.flooding)), 'Modelled for a storm with a one per cent chance in any year, with an allowance for a warmer climate to 2100.')}
      <p>The model shows where water is likely to run or stand. It does not know fences, kerbs or the floor level of buildings. The flood hazard
        register is revised every five years; the next revision is due in 2028.</p>`,
  },
  {
    heading: 'Private and public stormwater and sewerage drains',
    content: html`${paragraphs(...lim.drainage.words)}
      <h3>Who looks after which pipe</h3>
      ${table(
        ['Part', 'Whose', 'Remarks'],
        [
          ['Mains in the road', 'Council', 'Inspected by camera every ten years'],
          ['From the building to the point of discharge', 'Owner', 'Includes inspection points and gully traps'],
          ['Downpipes, sumps and soak holes', 'Owner', 'Keep clear of leaves and silt'],
          ['Easements over other land', 'As the easement says', 'See the record of title'],
        ],
      )}`,
  },
  {
    heading: 'Drainage plan',
    content: html`${figure(siteMap(home, lim.drainage.layer, '165mm'), 'Redrawn from the as-built plan on the property file. Positions are indicative: locate pipes before digging.')}`,
  },
  { heading: 'Water supply', content: html`<p>${lim.water}</p>${waterTable}` },
]

const about = html`
  ${paragraphs(
    'You have asked for a land information memorandum. The Council must give what it knows about the matters in section 44A(2) of the Act, and may give other information that it considers relevant.',
    'The memorandum is made from the Council’s files, registers and maps. Where a record came from somebody else, the Council has not checked it.',
  )}
  <h3>What to do with it</h3>
  ${bullets(
    'Read it together with the record of title and the documents that it mentions.',
    'Compare what is built with what was consented. Plans on the property file may be looked at online or at the service centre.',
    'Ask your lawyer about anything that you do not understand before an offer becomes unconditional.',
  )}
  <h3>Words</h3>
  ${facts(
    [
      'Building permit',
      'Permission to build, issued before 1 July 1992. No certificate was issued at the end of the work.',
    ],
    ['Building consent', 'Permission to build under the Building Act 1991 or 2004.'],
    ['Code compliance certificate', 'The Council’s statement that consented work complies with the building code.'],
    ['Certificate of acceptance', 'For work that was done without a consent and could be inspected afterwards.'],
    ['Resource consent', 'Permission for a use or a subdivision that the district plan does not allow by itself.'],
    ['HAIL', 'The list of activities that may leave something in the soil.'],
  )}`

const property = (home: Home) => html`
  ${facts(
    ['Address', `${home.street}, ${home.suburb}`],
    ['Legal description', `${home.title.lot} ${home.title.plan}`],
    ['Record of title', home.title.identifier],
    ['Registration district', home.title.district],
    ['Area', `${home.area.toLocaleString('en-NZ')} m²`],
    ['Valuation number', home.rating.number],
    ['Regional council', home.regionalCouncil],
    ['Year of the first building on file', home.built],
    ['Use in the rating database', home.area > 10_000 ? 'Lifestyle, single unit' : 'Residential, single unit'],
  )}
  <h3>Notices and orders</h3>
  ${table(
    ['Matter', 'On the record'],
    [
      ['Notices to fix under section 164, Building Act 2004', 'None'],
      ['Dangerous, affected or insanitary building', 'No'],
      ['Earthquake-prone building register', 'Not listed'],
      ['Abatement or enforcement orders', 'None'],
      ['Requisitions and works orders', 'None'],
      ['Outstanding infringements', 'None'],
    ],
  )}`

const waterTable = table(
  ['Matter', 'On the record'],
  [
    ['Quality', 'Results are published each month by the supplier'],
    ['Pressure at the boundary', 'Between 350 and 700 kPa, where supplied'],
    ['Backflow preventer', 'Not required for a dwelling'],
    ['Fire hydrant', 'Within 135 m where a main is laid'],
    ['Water restrictions', 'May apply from 1 October to 31 March'],
  ],
)
