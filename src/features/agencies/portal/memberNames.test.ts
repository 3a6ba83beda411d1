import { expect, test } from 'vitest'
import type { Role } from '#values/agencyValues.ts'
import { searchMembers, whoseOptions } from './memberNames.ts'

const colleagues = [
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
  expect(searchMembers(colleagues, search).map(({ email }) => email)).toEqual(found)
})

const person = (id: string, role: Role) => ({
  id: `usr_${id}`,
  firstName: id,
  lastName: 'Rata',
  email: `${id}@example.nz`,
  role,
})
const members = [person('ana', 'owner'), person('ben', 'agent'), person('cara', 'agent'), person('dan', 'assistant')]
const asMember = (id: string, role: Role, actsFor = [`usr_${id}`]) => ({ userId: `usr_${id}`, role, actsFor, members })
const labels = (...given: Parameters<typeof whoseOptions>) => whoseOptions(...given).map(({ label }) => label)

test('an agent alone has nothing to choose', () => {
  expect(whoseOptions({ ...asMember('ana', 'owner'), members: members.slice(0, 1) }, '')).toEqual([])
})

test('owners and managers narrow the whole agency to one agent', () => {
  expect(labels(asMember('ana', 'owner'), '')).toEqual([
    ...['Whole agency', 'Mine', 'Shared with me'],
    ...['Agent: ben Rata', 'Agent: cara Rata'],
  ])
})

test('an agent chooses between their own and what is shared with them', () => {
  expect(labels(asMember('ben', 'agent'), '')).toEqual(['Mine and shared', 'Mine', 'Shared with me'])
})

test('an assistant of several agents chooses between them', () => {
  expect(labels(asMember('dan', 'assistant', ['usr_ben', 'usr_cara']), '')).toContain('Agent: cara Rata')
  expect(labels(asMember('dan', 'assistant', ['usr_ben']), '')).toHaveLength(3)
})

test('a link to someone who has left keeps its choice', () => {
  expect(whoseOptions(asMember('ana', 'owner'), 'usr_gone').at(-1)).toEqual({
    value: 'usr_gone',
    label: 'Another agent',
  })
})
