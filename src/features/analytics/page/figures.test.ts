import { expect, test } from 'vitest'
import { shownFigures } from './figures.ts'

const names = (wish: { fileId: string; leadId: string }) => shownFigures(wish).map(({ name }) => name)

test('one buyer has no visitors and no conversion', () => {
  expect(names({ fileId: '', leadId: '' })).toEqual(
    expect.arrayContaining(['Views', 'Visitors', 'Leads', 'Conversion', 'Document views', 'Downloads']),
  )
  expect(names({ fileId: '', leadId: 'lead_1' })).toEqual(['Views', 'Document views', 'Downloads', 'Average time'])
})

test('one document is opened and downloaded, and nothing else', () => {
  expect(names({ fileId: 'file_1', leadId: '' })).toEqual(['Document views', 'Downloads'])
})
