import { expect, test } from 'vitest'
import { groupByDay } from './EventTimeline.tsx'

const step = (id: string, event: string, at: string, fileName: string | null = null) => ({
  id,
  event,
  at: new Date(at),
  fileName,
})

test('steps are grouped by day, and a repeated step is shown once', () => {
  const steps = [
    step('4', 'file_view', '2026-03-14T11:30:00Z', 'LIM report'),
    step('3', 'file_view', '2026-03-14T11:20:00Z', 'LIM report'),
    step('2', 'file_download', '2026-03-14T11:10:00Z'),
    step('1', 'lead_created', '2026-03-14T10:00:00Z'),
  ]
  expect(groupByDay(steps, 'Pacific/Auckland')).toMatchObject([
    {
      day: '2026-03-15',
      steps: [
        { text: 'Opened LIM report', times: 2 },
        { text: 'Downloaded a document', times: 1 },
      ],
    },
    { day: '2026-03-14', steps: [{ text: 'Left their details' }] },
  ])
  expect(groupByDay(steps, 'Australia/Perth')).toHaveLength(1)
})

test('what agents did is between the events, and the same step by two agents is shown twice', () => {
  const agentStep = (id: string, by: string) => ({
    ...{ id, by, at: new Date('2026-03-14T11:15:00Z'), text: 'Changed the note about this lead', times: 2 },
  })
  const steps = [
    step('4', 'file_view', '2026-03-14T11:30:00Z', 'LIM report'),
    agentStep('3', 'Mia Chen'),
    agentStep('2', 'Ben Carter'),
    step('1', 'file_view', '2026-03-14T11:10:00Z', 'LIM report'),
  ]
  expect(groupByDay(steps, 'Pacific/Auckland')[0]?.steps).toMatchObject([
    { event: 'file_view', by: '', times: 1 },
    { event: null, by: 'Mia Chen', times: 2 },
    { event: null, by: 'Ben Carter', times: 2 },
    { event: 'file_view', times: 1 },
  ])
})
