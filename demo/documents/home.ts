/** What the documents of one home agree on. All of it is invented. */
export interface Home {
  slug: string
  street: string
  suburb: string
  city: string
  postcode: string
  council: string
  /** The authority for water and land that the district belongs to. */
  regionalCouncil: string
  built: number
  title: {
    identifier: string
    lot: string
    plan: string
    issued: string
    district: string
    prior: string
    interests: string[]
  }
  area: number
  /** The lot, seen from above with north at the top, in any unit: it is scaled to the area. Begins at the street. */
  outline: Point[]
  /** The corner of the house within the lot, as a share of its width and height, and how far it is turned. */
  house: { at: Point; turn: number }
  levels: Level[]
  rating: { number: string; land: number; improvements: number; valued: string; yearly: number }
}

export type Point = [x: number, y: number]

/** One floor in metres, from its north-west corner. */
export interface Level {
  name: string
  rooms: Room[]
  doors: Door[]
  windows: Window[]
}

export interface Room {
  name: string
  at: Point
  size: Point
  /** Outside ones have no walls. */
  kind?: 'inside' | 'outside' | 'water'
  furniture?: Furniture[]
}

/** Hung at a point in a wall, opening to a side; the wall runs across (`h`) or down (`v`). */
export interface Door {
  at: Point
  wall: 'h' | 'v'
  width?: number
  /** Sliding doors and openings have no swing. */
  kind?: 'swing' | 'slide' | 'open' | 'garage'
  opens?: 'near' | 'far'
}

export interface Window {
  at: Point
  wall: 'h' | 'v'
  width: number
}

/** From the room's corner, in metres. */
export interface Furniture {
  what:
    | 'bed'
    | 'sofa'
    | 'table'
    | 'bench'
    | 'island'
    | 'bath'
    | 'toilet'
    | 'basin'
    | 'shower'
    | 'car'
    | 'stairs'
    | 'fire'
    | 'wardrobe'
  at: Point
  size: Point
}

export const addressOf = ({ street, suburb, city, postcode }: Home) => `${street}, ${suburb}, ${city} ${postcode}`
export const capitalValue = ({ rating }: Home) => rating.land + rating.improvements

/** Of all rooms within walls. */
export const floorArea = ({ levels }: Home) =>
  Math.round(levels.flatMap(({ rooms }) => rooms.filter(isInside)).reduce((sum, { size: [w, h] }) => sum + w * h, 0))

export const isInside = ({ kind = 'inside' }: Room) => kind === 'inside'
