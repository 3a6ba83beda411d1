import { getSchema } from '@tiptap/react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goodDescriptions } from '../../../../../test/fixtures/content/descriptions.ts'
import { Description, emptyDescription } from '../../description/description.schema.ts'
import { extensions } from './tiptapExtensions.ts'

const schema = getSchema(extensions)

describe('the editor', () => {
  test('has exactly the nodes and marks of a description', () => {
    expect(Object.keys(schema.nodes).sort()).toEqual([
      'blockquote',
      'bulletList',
      'doc',
      'hardBreak',
      'heading',
      'horizontalRule',
      'listItem',
      'orderedList',
      'paragraph',
      'text',
    ])
    expect(Object.keys(schema.marks).sort()).toEqual(['bold', 'italic', 'link', 'underline'])
  })

  test('opens every valid description and writes it unchanged', () => {
    fc.assert(
      fc.property(goodDescriptions, (made) => {
        const description = Description.parse(made)
        const opened = schema.nodeFromJSON(description)
        opened.check()
        const written = opened.toJSON()
        expect(Description.parse(written)).toEqual(written)
        expect(schema.nodeFromJSON(written).eq(opened)).toBe(true)
      }),
    )
  })

  test('starts with the stored form of an empty description', () => {
    expect(schema.topNodeType.createAndFill()?.toJSON()).toEqual(emptyDescription)
  })
})
