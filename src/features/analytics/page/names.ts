/** What the calls take for something that was not recognised, and for a visit from nowhere. */
const UNKNOWN = 'unknown'
const DIRECT = 'direct'

export const machineKey = (name: string) => name || UNKNOWN
export const referrerKey = (name: string) => name || DIRECT

/** "Mobile", "macOS", "Not known" */
export const machineName = (key: string) =>
  key === UNKNOWN ? 'Not known' : (devices.get(key) ?? key)

const devices = new Map([
  ['mobile', 'Phone'],
  ['tablet', 'Tablet'],
  ['desktop', 'Computer'],
])

export const referrerName = (key: string) => (key === DIRECT ? 'Direct' : key)
