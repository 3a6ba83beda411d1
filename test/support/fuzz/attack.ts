import fc from 'fast-check'
import { isLong } from '../longRun.ts'
import { type Sending, send } from './send.ts'

/** The same inputs each time, so that a change that breaks something is to blame; a long run finds new ones. */
const campaign = isLong ? { numRuns: 10_000 } : { numRuns: 8, seed: 2026 }

interface Attack<Input> {
  url: string
  inputs: fc.Arbitrary<Input>
  write: (input: Input) => Promise<Sending>
  /** Sent before the others. */
  first?: Input
}

/** Sends everything, and returns the number of responses by status. A 500 is always a bug. */
export async function attack<Input>({ url, inputs, write, first }: Attack<Input>) {
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      const { status, text } = await send(url, await write(input))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500) throw new Error(`${status} ${text.slice(0, 500)}`)
    }),
    { ...campaign, examples: first === undefined ? [] : [[first]] },
  )
  return statuses
}
