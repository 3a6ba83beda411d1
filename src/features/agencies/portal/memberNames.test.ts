import { expect, test } from 'vitest'
import { searchMembers } from './memberNames.ts'

const members = [
  { firstName: 'Aroha', lastName: 'Ngata', email: 'aroha@example.nz', role: 'owner' as const },
  { firstName: 'Ben', lastName: 'Carter', email: 'ben@example.nz', role: 'agent' as const },
  { firstName: '', lastName: '', email: 'carter.jun@example.nz', role: 'assistant' as const },
]

test.each([
  ['', ['aroha@example.nz', 'ben@example.nz', 'carter.jun@example.nz']],
  ['  ngATA aro ', ['aroha@example.nz']],
  ['carter', ['ben@example.nz', 'carter.jun@example.nz']],
  ['assistant', ['carter.jun@example.nz']],
  ['ben ngata', []],
])('a search for “%s” finds members by name, email address and role', (search, found) => {
  expect(searchMembers(members, search).map(({ email }) => email)).toEqual(found)
})
