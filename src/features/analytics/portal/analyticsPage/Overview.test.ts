import { expect, test } from 'vitest'
import { visibleMetrics } from './Overview.tsx'

const names = (search: { fileId: string; leadId: string }) => visibleMetrics(search).map(({ name }) => name)

test('one buyer has no visitors and no conversion', () => {
  expect(names({ fileId: '', leadId: '' })).toEqual(
    expect.arrayContaining(['Views', 'Visitors', 'Leads', 'Conversion', 'Document views', 'Downloads']),
  )
  expect(names({ fileId: '', leadId: 'lead_1' })).toEqual(['Views', 'Document views', 'Downloads', 'Average time'])
})

test('one document has views and downloads only', () => {
  expect(names({ fileId: 'file_1', leadId: '' })).toEqual(['Document views', 'Downloads'])
})
