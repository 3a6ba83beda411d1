import { expect, test } from 'vitest'
import { timelineDays } from './timelineDays.ts'

const step = (id: string, event: string, at: string, fileName: string | null = null) => ({
  id,
  event,
  at: new Date(at),
  fileName,
})

test('steps are cut into the agent’s days, and the same thing again is said once', () => {
  const steps = [
    step('4', 'file_view', '2026-03-14T11:30:00Z', 'LIM report'),
    step('3', 'file_view', '2026-03-14T11:20:00Z', 'LIM report'),
    step('2', 'file_download', '2026-03-14T11:10:00Z'),
    step('1', 'lead_created', '2026-03-14T10:00:00Z'),
  ]
  expect(timelineDays(steps, 'Pacific/Auckland')).toMatchObject([
    {
      day: '2026-03-15',
      steps: [
        { words: 'Opened LIM report', times: 2 },
        { words: 'Downloaded a document', times: 1 },
      ],
    },
    { day: '2026-03-14', steps: [{ words: 'Left their details' }] },
  ])
  expect(timelineDays(steps, 'Australia/Perth')).toHaveLength(1)
})
