import { elevation } from '../../drawings/elevation.ts'
import { locator } from '../../drawings/locator.ts'
import { roofSpace, subfloor } from '../../drawings/sections.ts'
import { type Home, isInside, type Level, type Room } from '../../home.ts'
import { figure, html, table } from '../../html.ts'
import { type Photo, photosOf } from '../../photos.ts'
import type { Area, Condition, Item, ReportFacts } from './reportFacts.ts'

export interface ReportPart {
  heading: string
  content: string
  items?: Item[]
}

export const conditions = (items: Item[]) =>
  table(
    ['Element', 'Made of', 'Condition', 'Remarks'],
    items.map(([element, made, condition, note]) => [element, made, badge(condition), note]),
    'conditions',
  )

export const badge = (condition: Condition) =>
  html`<span class="badge ${condition.replace(' ', '-').toLowerCase()}">${condition}</span>`

/** What was looked at outside, and the services: each on a page of its own. */
export const areaPart =
  (home: Home, { roofPitch }: ReportFacts, photos: Photo[]) =>
  (area: Area): ReportPart => ({
    heading: area.name,
    items: area.items,
    content: html`
    ${area.words ? html`<p>${area.words}</p>` : ''}
    ${conditions(area.items)}
    ${area.drawing ? figure(drawingOf(home, area.drawing, roofPitch), `${area.name}, drawn from what was seen on the day.`) : ''}
    <div class="photos">${area.shows ? photosOf(photos, area.shows) : ''}</div>`,
  })

function drawingOf(home: Home, drawing: NonNullable<Area['drawing']>, roofPitch: number) {
  if (drawing === 'subfloor') return subfloor
  if (drawing === 'roof') return roofSpace
  return elevation(home, drawing, roofPitch)
}

export const roomParts = (home: Home, facts: ReportFacts, photos: Photo[]): ReportPart[] =>
  home.levels.flatMap((level) =>
    level.rooms
      .filter((room) => isInside(room) && room.size[0] * room.size[1] > 6)
      .map((room, index) => roomPart(level, room, facts, photos, index)),
  )

function roomPart(level: Level, room: Room, facts: ReportFacts, photos: Photo[], index: number): ReportPart {
  const items = [...ordinaryItems(level, room, index), ...(facts.rooms[room.name] ?? [])]
  const [w, h] = room.size
  const seen = photosOf(photos, showing(room.name), 1)
  return {
    heading: `${room.name}, ${level.name.toLowerCase()}`,
    items,
    content: html`
      <p>${w.toFixed(1)} × ${h.toFixed(1)} m, about ${(w * h).toFixed(1)} m². ${furnished[index % furnished.length]}</p>
      ${conditions(items)}
      <div class="${seen ? 'photos' : ''}">
        ${figure(locator(level, { room: room.name, width: seen ? 82 : 130 }), `${room.name} on the plan of the ${level.name.toLowerCase()}.`)}${seen}
      </div>`,
  }
}

const furnished = [
  'Furnished; walls behind large pieces were not seen.',
  'Furnished; the carpet was lifted in one corner.',
  'Free of furniture along the outside walls.',
  'Occupied; cupboards were opened, contents were not moved.',
]

const ceilings = [
  'Even, no stains or sagging',
  'A hairline crack along one joint, old, painted over',
  'Even; cornice tight',
  'No stains; paint is recent',
]
const walls = [
  'No dampness at skirting height',
  'Small marks of wear',
  'Sound; two old picture fixings',
  'No cracks at the corners of openings',
]

/** What is looked at in every room. */
function ordinaryItems({ windows, doors }: Level, { name, at: [x, y], size: [w, h] }: Room, index: number): Item[] {
  const isNear = ({ at }: { at: [number, number] }) =>
    at[0] >= x - 0.1 && at[0] <= x + w + 0.1 && at[1] >= y - 0.1 && at[1] <= y + h + 0.1
  const [panes, leaves] = [windows.filter(isNear).length, doors.filter(isNear).length]
  const pick = (from: string[]) => from[index % from.length] ?? ''
  return [
    ['Ceiling', 'Plasterboard, painted', index % 5 === 1 ? 'Fair' : 'Good', pick(ceilings)],
    ['Walls', 'Plasterboard, painted', index % 4 === 1 ? 'Fair' : 'Good', pick(walls)],
    ['Floor', floorOf(name), 'Good', 'Level within 6 mm over 3 m; no movement underfoot'],
    [
      'Windows',
      panes ? `${panes} unit${panes > 1 ? 's' : ''}` : 'None',
      'Good',
      panes ? 'Open, close and latch; seals sound' : 'Not applicable',
    ],
    [
      'Doors',
      `${leaves} opening${leaves === 1 ? '' : 's'}`,
      index % 6 === 3 ? 'Fair' : 'Good',
      index % 6 === 3 ? 'One binds slightly at the head' : 'Hang true, latch',
    ],
    ['Lights and outlets', 'As fitted', 'Good', 'All outlets tested with a plug tester'],
  ]
}

const floors: [room: RegExp, floor: string][] = [
  [/garage|workshop|store/i, 'Concrete'],
  [/bath|ensuite|laundry/i, 'Tiles'],
  [/kitchen|dining|pantry|hall|entry/i, 'Timber'],
]

const floorOf = (name: string) => floors.find(([room]) => room.test(name))?.[1] ?? 'Carpet'

/** "Main bedroom" shows the first of them, and none of the others. */
function showing(name: string) {
  const [kind = name, number = '1'] = name.split(' ')
  return new RegExp(/^[2-9]/.test(number) ? `\\b${kind} ${number}` : `\\b${kind}`, 'i')
}
