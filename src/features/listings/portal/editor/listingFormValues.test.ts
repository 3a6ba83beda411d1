import { expect, test } from 'vitest'
import { titleFromFolder } from './listingFormValues.ts'

test.each([
  ['12 Rata Street', '12 Rata Street'],
  ['12 Rata Street, Karori', '12 Rata Street, Karori'],
  ['12_rata_street', '12 Rata Street'],
  ['12-rata-street', '12 Rata Street'],
  ['12-14 Rata Street', '12-14 Rata Street'],
  ['3-12 Rata St - photos (2)', '3-12 Rata St'],
  ['12 Rata Street documents final', '12 Rata Street'],
  ['14 Kōwhai Rise', '14 Kōwhai Rise'],
  ['The Old Mill', 'The Old Mill'],
])('a folder named %s gives the title %s', (folder, title) => expect(titleFromFolder(folder)).toBe(title))

test.each([
  'New folder',
  'New folder (3)',
  'untitled folder',
  'Documents',
  'Desktop',
  'Photos',
  'property files',
  '2026',
])('a folder named %s gives no title', (folder) => expect(titleFromFolder(folder)).toBeUndefined())

test('a long name is cut to the length of a title', () => {
  expect(titleFromFolder(`12 ${'Rata '.repeat(60)}Street`)).toHaveLength(160)
})
