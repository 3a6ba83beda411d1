import { expect, test } from 'vitest'
import { type DocumentType, documentTypes, sortDocuments } from './documentTypes.ts'

test('documents are in the order in which buyers read them', () => {
  const documents = (Object.keys(documentTypes) as DocumentType[]).map((kind) => ({ kind, name: documentTypes[kind] }))
  expect(sortDocuments(documents).map(({ name }) => name)).toEqual([
    'Floor plan',
    'Building report',
    'LIM report',
    'Record of title',
    'Disclosure statement',
    'Sale and purchase agreement',
    'Rates',
    'Rental appraisal',
    'Other document',
  ])
})

test('several of one type are sorted by name, with numbers by value', () => {
  const names = ['LIM report – Part 10', 'LIM report – Part 2', 'LIM report']
  const ordered = sortDocuments(names.map((name) => ({ kind: 'lim', name })))
  expect(ordered.map(({ name }) => name)).toEqual(['LIM report', 'LIM report – Part 2', 'LIM report – Part 10'])
})

test('sorting does not change its input', () => {
  const documents = [{ kind: 'other', name: 'b' } as const, { kind: 'lim', name: 'a' } as const]
  sortDocuments(documents)
  expect(documents.map(({ name }) => name)).toEqual(['b', 'a'])
})
