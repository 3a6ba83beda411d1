import { expect, test } from 'vitest'
import { emptyDescription, toEditableDescription } from './description.schema.ts'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

test('a valid description is not changed', () => {
  const heading = { ...paragraph('Inside'), type: 'heading', attrs: { level: 2 } }
  const description = { type: 'doc', content: [heading, paragraph('Sunny')] }
  expect(toEditableDescription(description)).toEqual(description)
})

test('an invalid one keeps its text', () => {
  const old = { type: 'doc', content: [{ type: 'codeBlock', content: [paragraph('Sunny')] }, paragraph('Quiet')] }
  expect(toEditableDescription(old)).toEqual({ type: 'doc', content: [paragraph('Sunny'), paragraph('Quiet')] })
})

test.each([null, 'text', {}, { type: 'doc', content: [] }])('%j is empty', (stored) =>
  expect(toEditableDescription(stored)).toEqual(emptyDescription),
)
