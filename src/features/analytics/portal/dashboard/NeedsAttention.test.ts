import { expect, test } from 'vitest'
import { describeAttention } from './NeedsAttention.tsx'

const draft = { kind: 'drafts', listingId: 'list_1', title: '12 Rata Street' } as const

test('one draft links to its editor, several link to the list of drafts', () => {
  expect(describeAttention({ ...draft, count: 1 })).toMatchObject({
    title: '“12 Rata Street” is a draft',
    action: 'Finish it',
    link: { to: '/portal/listings/$id', params: { id: 'list_1' } },
  })
  expect(describeAttention({ ...draft, count: 3 })).toMatchObject({
    title: '“12 Rata Street” and 2 more listings are drafts',
    link: { to: '/portal/listings', search: { state: 'draft' } },
  })
})

test('text agrees with the number, and a long name is shortened', () => {
  expect(describeAttention({ kind: 'leads to reply to', count: 1 }).title).toBe('1 lead needs a reply')
  expect(describeAttention({ kind: 'leads to reply to', count: 1200 }).title).toBe('1,200 leads need a reply')
  const failed = { kind: 'failed uploads', listingId: null, fileName: 'LIM.pdf' } as const
  expect(describeAttention({ ...failed, count: 1 }).text).toContain('can’t open it yet')
  expect(describeAttention({ ...failed, count: 2 }).text).toContain('can’t open them yet')
  const old = { kind: 'old documents', listingId: 'list_1', fileName: 'LIM report' } as const
  expect(describeAttention({ ...old, count: 1 }).title).toBe('“LIM report” is out of date')
  expect(describeAttention({ ...old, count: 2 }).title).toBe('“LIM report” and 1 more document are out of date')
  expect(describeAttention({ ...draft, count: 2, title: 'W'.repeat(200) }).title).toBe(
    `“${'W'.repeat(60)}…” and 1 more listing are drafts`,
  )
})
