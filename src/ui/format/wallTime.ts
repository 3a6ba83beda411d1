/** Times as a clock on the wall of another place shows them, for native date fields: "2026-12-06T13:00". */

export const toWallTime = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(moment)
    .replace(' ', 'T')

/** The moment at which clocks there show this. A time that the change to summer time leaves out counts as an hour later. */
export function fromWallTime(wallTime: string, timeZone: string) {
  const asUtc = Date.parse(`${wallTime}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const offsetAt = (moment: number) => Date.parse(`${toWallTime(new Date(moment), timeZone)}Z`) - moment
  // The offset near the wanted moment, and then at it: the clocks may change in between.
  const near = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(near))
}
