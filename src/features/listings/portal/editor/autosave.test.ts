import { expect, test } from 'vitest'
import { type AutosaveEvent, everythingSaved, nextAutosave } from './autosave.ts'

const after = (...events: AutosaveEvent[]) => events.reduce(nextAutosave, everythingSaved)

test('a change is saved a second after the last one, and at once when the agent leaves the field', () => {
  expect(after('change', 'change')).toMatchObject({ phase: 'waiting', delayMs: 1000 })
  expect(after('change', 'leave')).toMatchObject({ phase: 'waiting', delayMs: 0 })
  expect(after('leave')).toBe(everythingSaved)
})

test('nothing is sent while a save is running, and what was typed meanwhile is saved after it', () => {
  expect(after('change', 'start', 'change', 'leave', 'retry')).toMatchObject({ phase: 'saving', delayMs: null })
  expect(after('change', 'start', 'change', 'saved')).toMatchObject({ phase: 'waiting', delayMs: 1000 })
  expect(after('change', 'start', 'saved')).toBe(everythingSaved)
})

test('after a failure the pauses grow to half a minute, whatever is typed in between', () => {
  const attempt: AutosaveEvent[] = ['start', 'offline', 'change', 'leave']
  const pauses = [1, 2, 3, 9].map((times) => after('change', ...Array.from({ length: times }, () => attempt).flat()))
  expect(pauses.map(({ delayMs }) => delayMs)).toEqual([1000, 2000, 4000, 30_000])
  expect(after('change', ...attempt, 'online')).toMatchObject({ phase: 'offline', delayMs: 0 })
  expect(after('change', ...attempt, 'start', 'saved', 'change', 'start', 'failed')).toMatchObject({ delayMs: 1000 })
})

test('what the server refuses is not sent again until it is changed or the agent asks for it', () => {
  const refused = after('change', 'start', 'refused')
  expect(refused).toMatchObject({ phase: 'refused', delayMs: null })
  for (const event of ['leave', 'online'] as const) expect(nextAutosave(refused, event)).toBe(refused)
  expect(nextAutosave(refused, 'change')).toMatchObject({ phase: 'waiting', delayMs: 1000 })
  expect(nextAutosave(refused, 'retry')).toMatchObject({ delayMs: 0 })
})

test('after a conflict nothing is sent until the agent has decided', () => {
  const conflict = after('change', 'start', 'conflict')
  for (const event of ['change', 'leave', 'online'] as const) expect(nextAutosave(conflict, event)).toBe(conflict)
  expect(nextAutosave(conflict, 'start')).toMatchObject({ phase: 'saving' })
  expect(nextAutosave(conflict, 'reset')).toBe(everythingSaved)
})

test('when the changes are discarded nothing is due', () => {
  expect(after('change', 'reset')).toBe(everythingSaved)
  expect(after('change', 'start', 'offline', 'reset')).toBe(everythingSaved)
})
