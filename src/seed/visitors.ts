import type { Random } from './random.ts'

const machines: [{ device: string; os: string; browser: string }, number][] = [
  [{ device: 'mobile', os: 'iOS', browser: 'Safari' }, 40],
  [{ device: 'mobile', os: 'Android', browser: 'Chrome' }, 22],
  [{ device: 'mobile', os: 'Android', browser: 'Samsung Internet' }, 6],
  [{ device: 'desktop', os: 'Windows', browser: 'Chrome' }, 12],
  [{ device: 'desktop', os: 'Windows', browser: 'Edge' }, 6],
  [{ device: 'desktop', os: 'macOS', browser: 'Safari' }, 6],
  [{ device: 'desktop', os: 'macOS', browser: 'Chrome' }, 5],
  [{ device: 'tablet', os: 'iOS', browser: 'Safari' }, 3],
]

const places: [{ country: string; region: string; city: string }, number][] = [
  [{ country: 'NZ', region: 'Auckland', city: 'Auckland' }, 36],
  [{ country: 'NZ', region: 'Wellington', city: 'Wellington' }, 24],
  [{ country: 'NZ', region: 'Canterbury', city: 'Christchurch' }, 9],
  [{ country: 'NZ', region: "Hawke's Bay", city: 'Hastings' }, 7],
  [{ country: 'NZ', region: 'Waikato', city: 'Hamilton' }, 6],
  [{ country: 'NZ', region: 'Bay of Plenty', city: 'Tauranga' }, 5],
  [{ country: 'NZ', region: 'Otago', city: 'Dunedin' }, 3],
  [{ country: 'AU', region: 'New South Wales', city: 'Sydney' }, 4],
  [{ country: 'AU', region: 'Queensland', city: 'Brisbane' }, 2],
  [{ country: 'GB', region: 'England', city: 'London' }, 2],
]

interface Origin {
  referrerHostname: string | null
  referrerPathname: string | null
}
const direct: Origin = { referrerHostname: null, referrerPathname: null }
const origins: [Origin, number][] = [
  [direct, 44],
  [{ referrerHostname: 'google.com', referrerPathname: '/' }, 26],
  [{ referrerHostname: 'facebook.com', referrerPathname: '/' }, 20],
  [{ referrerHostname: 'instagram.com', referrerPathname: '/' }, 6],
  [{ referrerHostname: 'bing.com', referrerPathname: '/' }, 4],
]

/** Somebody with a browser in a place, who came from somewhere. */
export const demoVisitor = (random: Random) => ({
  ...random.weighted(machines),
  ...random.weighted(places),
  ...random.weighted(origins),
})

export type DemoVisitor = ReturnType<typeof demoVisitor>
