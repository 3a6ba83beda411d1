import { expect, test } from 'vitest'
import { localeFor } from './requestHeaders.ts'

test('the words stay English, dates and numbers follow the first language of the viewer', () => {
  expect(localeFor('de-DE,de;q=0.9,en-US;q=0.8')).toBe('en-DE')
  expect(localeFor('zh-Hans-CN')).toBe('en-CN')
  expect(localeFor('en-us')).toBe('en-US')
  for (const unknown of ['mi', '*', '', undefined, 'en-150', 'en-<script>', 'de,en-US'])
    expect(localeFor(unknown)).toBe('en-NZ')
})
