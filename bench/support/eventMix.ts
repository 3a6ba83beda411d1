/** How often each type of event happens, in per cent. */
const kinds = [
  ['listing_view', 58],
  ['listing_leave', 28],
  ['file_view', 6],
  ['link_click', 5.5],
  ['file_download', 2],
  ['lead_created', 0.5],
] as const

const machines = [
  ['mobile', 'iOS', 'Safari', 34],
  ['mobile', 'Android', 'Chrome', 22],
  ['desktop', 'Windows', 'Chrome', 14],
  ['desktop', 'macOS', 'Safari', 8],
  ['desktop', 'Windows', 'Edge', 7],
  ['desktop', 'macOS', 'Chrome', 5],
  ['tablet', 'iOS', 'Safari', 3],
  ['mobile', 'Android', 'Samsung Internet', 3],
  ['desktop', 'Windows', 'Firefox', 1.5],
  ['mobile', 'iOS', 'Chrome', 1],
  ['desktop', 'Linux', 'Firefox', 0.5],
  ['tablet', 'Android', 'Chrome', 0.5],
  [null, null, null, 0.5],
] as const

export const kindPlaces = JSON.stringify(weighted(kinds))
export const machinePlaces = JSON.stringify(weighted(machines))

/** A list of a thousand choices, each as often as its weight in per cent says. */
function weighted(choices: readonly (readonly [...(string | null)[], number])[]) {
  return choices.flatMap((choice) =>
    Array<(string | null)[]>(Number(choice.at(-1)) * 10).fill(choice.slice(0, -1) as (string | null)[]),
  )
}
