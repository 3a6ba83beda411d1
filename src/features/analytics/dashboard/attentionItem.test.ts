import { expect, test } from 'vitest'
import { attentionItem } from './attentionItem.tsx'

const draft = { kind: 'drafts', listingId: 'list_1', title: '12 Rata Street' } as const

test('one draft is finished where it is, several are looked through', () => {
  expect(attentionItem({ ...draft, count: 1 })).toMatchObject({
    title: '“12 Rata Street” is a draft',
    action: 'Finish it',
    link: { to: '/portal/listings/$id', params: { id: 'list_1' } },
  })
  expect(attentionItem({ ...draft, count: 3 })).toMatchObject({
    title: '“12 Rata Street” and 2 more listings are drafts',
    link: { to: '/portal/listings', search: { state: 'draft' } },
  })
})

test('words agree with how many there are, and a long name is cut', () => {
  expect(attentionItem({ kind: 'leads to reply to', count: 1 }).title).toBe('1 lead needs a reply')
  expect(attentionItem({ kind: 'leads to reply to', count: 1200 }).title).toBe('1,200 leads need a reply')
  expect(attentionItem({ ...draft, count: 2, title: 'W'.repeat(200) }).title).toBe(
    `“${'W'.repeat(60)}…” and 1 more listing are drafts`,
  )
})
