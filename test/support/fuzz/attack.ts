import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { type Sending, send } from './send.ts'

/** Set by `npm run bench -- fuzz`: how many inputs for each, only these targets, and a file for what they responded. */
const { FUZZ_INPUTS, FUZZ_TARGETS, FUZZ_RESULTS } = process.env
/** The same inputs each time, so that a change that breaks something is to blame; a long run finds new ones. */
const campaign = FUZZ_INPUTS ? { numRuns: Number(FUZZ_INPUTS) } : { numRuns: 8, seed: 2026 }
const chosen = FUZZ_TARGETS ? new Set<string>(JSON.parse(FUZZ_TARGETS)) : undefined

/** Of all targets of a kind those that this run attacks. */
export const chosenOf = <Target>(targets: [name: string, Target][]) =>
  chosen ? targets.filter(([name]) => chosen.has(name)) : targets

interface Attack<Input> {
  name: string
  url: string
  inputs: fc.Arbitrary<Input>
  write: (input: Input) => Promise<Sending>
  /** Sent before the others. */
  first?: Input
}

/** Sends everything, and returns the number of responses by status. A 500 is always a bug. */
export async function attack<Input>({ name, url, inputs, write, first }: Attack<Input>) {
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      const { status, text } = await send(url, await write(input))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500) throw new Error(`${status} ${text.slice(0, 500)}`)
    }),
    { ...campaign, examples: first === undefined ? [] : [[first]] },
  )
  if (FUZZ_RESULTS)
    appendFileSync(FUZZ_RESULTS, `${JSON.stringify({ name, statuses: Object.fromEntries(statuses) })}\n`)
  return statuses
}
