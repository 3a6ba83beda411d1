import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { badLinks, goodDescriptions, goodLinks } from '../../../../test/fixtures/content/descriptions.ts'
import { allowedLink } from './allowedLink.ts'
import {
  BAD_LINK_MESSAGE,
  Description,
  emptyDescription,
  LinkInput,
  linkFromTyped,
  NOT_ALLOWED,
  TOO_DEEP_MESSAGE,
  TOO_LONG_MESSAGE,
  toEditableDescription,
} from './description.schema.ts'

const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (href: unknown) => ({ type: 'link', attrs: { href } })

/** The sentence that an agent reads, or undefined for a description that is welcome. */
const refusal = (description: unknown) => Description.safeParse(description).error?.issues[0]?.message

describe('a description', () => {
  test('can be empty', () => {
    expect(Description.parse(emptyDescription)).toEqual(emptyDescription)
  })

  test('is parsed unchanged', () => {
    fc.assert(
      fc.property(goodDescriptions, (description) => {
        expect(Description.parse(description)).toEqual(description)
      }),
    )
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'Sunny'],
    ['a list', []],
    ['another root', paragraph(text('Sunny'))],
    ['no content', { type: 'doc' }],
    ['a picture', doc({ type: 'image', attrs: { src: 'https://rata.example/1.png' } })],
    ['code', doc({ type: 'codeBlock', content: [text('x')] })],
    ['a large heading', doc({ type: 'heading', attrs: { level: 1 }, content: [text('x')] })],
    ['an attribute too many', doc({ ...paragraph(text('x')), attrs: { onclick: 'alert(1)' } })],
    ['a field too many', doc({ ...paragraph(text('x')), style: 'color: red' })],
    ['an unknown mark', doc(paragraph(text('x', { type: 'code' })))],
    ['a mark twice', doc(paragraph(text('x', { type: 'bold' }, { type: 'bold' })))],
    ['an attribute on a mark', doc(paragraph(text('x', { type: 'bold', attrs: { style: 'x' } })))],
    [
      'a link with more than an address',
      doc(paragraph(text('x', { type: 'link', attrs: { href: 'tel:1', rel: '' } }))),
    ],
    ['words outside of a paragraph', doc(text('x'))],
    ['an item outside of a list', doc({ type: 'listItem', content: [paragraph(text('x'))] })],
    ['a list of nothing', doc({ type: 'bulletList', content: [] })],
    ['an item that begins with a list', doc({ type: 'bulletList', content: [{ type: 'listItem', content: [] }] })],
    ['an empty text', doc(paragraph(text('')))],
  ])('is refused with %s in it', (_what, description) => {
    expect(refusal(description)).toBe(NOT_ALLOWED)
  })
})

describe('threat 26: the address of a link', () => {
  test.each(badLinks)('%j is refused', (href) => {
    expect(allowedLink(href)).toBeUndefined()
    expect(refusal(doc(paragraph(text('x', link(href)))))).toBe(BAD_LINK_MESSAGE)
  })

  test.each(goodLinks)('%s is accepted', (href) => {
    expect(allowedLink(href)).toBe(href)
    expect(refusal(doc(paragraph(text('x', link(href)))))).toBeUndefined()
  })

  test('of more than 2,000 characters is refused', () => {
    const long = (length: number) => 'https://rata.example/'.padEnd(length, 'a')
    expect(allowedLink(long(2_000))).toBe(long(2_000))
    expect(allowedLink(long(2_001))).toBeUndefined()
  })

  test.each([
    ['\thttps://rata.example/a\nb ', 'https://rata.example/ab'],
    ['HTTPS://Rata.Example', 'https://rata.example/'],
    ['https:rata.example', 'https://rata.example/'],
  ])('%j is stored as browsers read it: %s', (href, stored) => {
    expect(Description.parse(doc(paragraph(text('x', link(href)))))).toEqual(doc(paragraph(text('x', link(stored)))))
  })

  test('is the same after parsing it twice, and always of a known type', () => {
    const pieces = fc.constantFrom(
      'java',
      'script:',
      'http',
      's:',
      '//',
      ':',
      '\t',
      '\n',
      '\0',
      '@',
      '\\',
      'evil.example',
    )
    const addresses = fc.oneof(
      fc.webUrl(),
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(addresses, (href) => {
        for (const address of [allowedLink(href), linkFromTyped(href)].filter((found) => found !== undefined)) {
          expect(address).toMatch(/^(https?:\/\/|mailto:|tel:)/)
          expect(allowedLink(address)).toBe(address)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  test.each([
    ['rata.nz', 'https://rata.nz/'],
    ['www.rata.nz/files?a=1', 'https://www.rata.nz/files?a=1'],
    ['rata.nz:8080', 'https://rata.nz:8080/'],
    [' mia@rata.nz ', 'mailto:mia@rata.nz'],
    ['+64 21 555-0199', 'tel:+64215550199'],
    ['http://rata.nz', 'http://rata.nz/'],
    ['javascript:rata.nz', undefined],
    ['//rata.nz', undefined],
    ['rata', undefined],
  ])('typed as %j it means %s', (typed, address) => {
    expect(linkFromTyped(typed)).toBe(address)
  })
})

describe('threat 26: too large for a description', () => {
  const quotes = (depth: number) => {
    let block: unknown = paragraph()
    for (let level = 0; level < depth; level += 1) block = { type: 'blockquote', content: [block] }
    return doc(block)
  }

  test('is a depth of 21', () => {
    expect(refusal(quotes(18))).toBeUndefined()
    expect(refusal(quotes(19))).toBe(TOO_DEEP_MESSAGE)
  })

  test('is a depth that would overflow the stack', () => {
    expect(refusal(quotes(1_000_000))).toBe(TOO_DEEP_MESSAGE)
  })

  test('are 5,001 nodes', () => {
    const paragraphs = (count: number) => doc(...Array.from({ length: count }, () => paragraph()))
    expect(refusal(paragraphs(4_999))).toBeUndefined()
    expect(refusal(paragraphs(5_000))).toBe(TOO_LONG_MESSAGE)
  })

  test('are not 3,500 words in bold: a mark is no node', () => {
    const words = Array.from({ length: 3_500 }, () => text('x', { type: 'bold' }))
    expect(refusal(doc(paragraph(...words)))).toBeUndefined()
  })

  test('is one byte over 200 kB', () => {
    const size = (description: unknown) => new TextEncoder().encode(JSON.stringify(description)).length
    const frame = size(doc(paragraph(text(''))))
    const exactly = (bytes: number) => doc(paragraph(text(`Ō${'x'.repeat(bytes - frame - 2)}`)))
    expect(size(exactly(200_000))).toBe(200_000)
    expect(refusal(exactly(200_000))).toBeUndefined()
    expect(refusal(exactly(200_001))).toBe(TOO_LONG_MESSAGE)
  })

  test('are more than 200,000 values of any kind', () => {
    const zeros = (count: number) => Array.from({ length: count }, () => 0)
    expect(refusal(zeros(200_000))).toBe(NOT_ALLOWED)
    expect(refusal(zeros(200_001))).toBe(TOO_LONG_MESSAGE)
  })

  test('is a node that contains itself', () => {
    const quote = { type: 'blockquote', content: [] as unknown[] }
    quote.content.push(quote, quote)
    expect(refusal(doc(quote))).toBe(TOO_DEEP_MESSAGE)
  })

  test('is one node in a million places', () => {
    const page = paragraph(...Array.from({ length: 1_000 }, () => text('x'.repeat(1_000))))
    expect(refusal(doc(...Array.from({ length: 1_000 }, () => page)))).toBe(TOO_LONG_MESSAGE)
    const attrs = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [index, index]))
    expect(refusal(doc(...Array.from({ length: 1_000 }, () => ({ type: 'paragraph', attrs }))))).toBe(TOO_LONG_MESSAGE)
  })
})

describe('a description is refused', () => {
  const item = () => ({ type: 'listItem', content: [paragraph(text('x'))] })
  const numbered = (attrs: object) => doc({ type: 'orderedList', attrs, content: [item()] })
  const marked = (mark: object) => doc(paragraph(text('x', mark)))

  test.each([
    ['on the root', { ...doc(paragraph()), style: 'x' }],
    ['on italics', marked({ type: 'italic', style: 'x' })],
    ['on an underline', marked({ type: 'underline', style: 'x' })],
    ['on a link', marked({ ...link('tel:1'), style: 'x' })],
    ['on text', doc(paragraph({ ...text('x'), style: 'x' }))],
    ['on a line break', doc(paragraph({ type: 'hardBreak', style: 'x' }))],
    ['on a heading', doc({ type: 'heading', attrs: { level: 2 }, style: 'x' })],
    ['on a heading’s level', doc({ type: 'heading', attrs: { level: 2, style: 'x' } })],
    ['on a rule', doc({ type: 'horizontalRule', style: 'x' })],
    ['on a quote', doc({ type: 'blockquote', content: [paragraph()], style: 'x' })],
    ['on a list', doc({ type: 'bulletList', content: [item()], style: 'x' })],
    ['on a list item', doc({ type: 'bulletList', content: [{ ...item(), style: 'x' }] })],
    ['on a numbered list', doc({ type: 'orderedList', attrs: { start: 1 }, content: [item()], style: 'x' })],
    ['on a numbered list’s start', numbered({ start: 1, style: 'x' })],
  ])('with an unknown field %s', (_where, description) => {
    expect(refusal(description)).toBe(NOT_ALLOWED)
  })

  test.each([
    ['without any block', doc()],
    ['with an empty quote', doc({ type: 'blockquote', content: [] })],
    ['with a heading without a level', doc({ type: 'heading', attrs: {} })],
    ['with a heading of level 4', doc({ type: 'heading', attrs: { level: 4 } })],
    ['with a heading of level 6', doc({ type: 'heading', attrs: { level: 6 } })],
    ['with a numbered list that starts below zero', numbered({ start: -1 })],
    ['with a numbered list without a start', numbered({})],
    ['with a link without an address', marked({ type: 'link', attrs: {} })],
  ])('%s', (_what, description) => {
    expect(refusal(description)).toBe(NOT_ALLOWED)
  })

  test('with the message about its link, whatever else is wrong', () => {
    const twoErrors = doc({ type: 'image' }, paragraph(text('x', link('javascript:alert(1)'))))
    expect(refusal(twoErrors)).toBe(BAD_LINK_MESSAGE)
  })

  test('for one long text shared by a thousand paragraphs, without copying it', () => {
    const page = paragraph(text('x'.repeat(1_000_000)))
    expect(refusal(doc(...Array.from({ length: 1_000 }, () => page)))).toBe(TOO_LONG_MESSAGE)
  })

  test('but not with a list that starts at zero, headings of both levels, or text of one letter', () => {
    for (const description of [
      numbered({ start: 0 }),
      doc({ type: 'heading', attrs: { level: 2 } }, { type: 'heading', attrs: { level: 3 } }),
      doc(paragraph(text('x'), { type: 'hardBreak', marks: [{ type: 'bold' }] })),
    ])
      expect(Description.parse(description)).toEqual(description)
  })
})

test.each([
  ['a b@rata.nz', undefined],
  ['x mia@rata.nz', undefined],
  ['mia@rata.nz x', undefined],
  ['a@b@rata.nz', undefined],
  ['mia@rata@nz', undefined],
  ['mia:x@rata.nz', undefined],
  ['mia/x@rata.nz', undefined],
  ['mia?x@rata.nz', undefined],
  ['mia#x@rata.nz', undefined],
  ['mia@ra ta.nz', undefined],
  ['mia@rata.nz:25', undefined],
  ['mia@rata.nz/x', undefined],
  ['mia@rata.nz?subject=x', undefined],
  ['mia@rata.nz#x', undefined],
  ['!rata.nz', undefined],
  ['rata.nz!', undefined],
  ['x rata.nz', undefined],
  ['rata.nz x', undefined],
  ['2rata.nz', 'https://2rata.nz/'],
  ['rata.n2.nz', 'https://rata.n2.nz/'],
  ['my-rata.nz', 'https://my-rata.nz/'],
  ['rata.my-host.nz', 'https://rata.my-host.nz/'],
  ['rata.nz?a=1', 'https://rata.nz/?a=1'],
  ['rata.nz#top', 'https://rata.nz/#top'],
  ['rata.nz/x', 'https://rata.nz/x'],
  ['mātai.nz', 'https://xn--mtai-qsa.nz/'],
  ['rata.mātai.nz', 'https://rata.xn--mtai-qsa.nz/'],
])('threat 26: a link typed as %j becomes %s', (typed, address) => {
  expect(linkFromTyped(typed)).toBe(address)
})

test('the form for a link takes one address and nothing else', () => {
  expect(LinkInput.safeParse({ address: 'example.nz' }).success).toBe(true)
  expect(LinkInput.safeParse({ address: 'javascript:alert(1)' }).success).toBe(false)
  expect(LinkInput.safeParse({ address: 'example.nz', target: '_top' }).success).toBe(false)
})

test('a valid description is not changed', () => {
  const heading = { ...paragraph(text('Inside')), type: 'heading', attrs: { level: 2 } }
  const description = { type: 'doc', content: [heading, paragraph(text('Sunny'))] }
  expect(toEditableDescription(description)).toEqual(description)
})

test('an invalid one keeps its text', () => {
  const old = {
    type: 'doc',
    content: [{ type: 'codeBlock', content: [paragraph(text('Sunny'))] }, paragraph(text('Quiet'))],
  }
  expect(toEditableDescription(old)).toEqual({
    type: 'doc',
    content: [paragraph(text('Sunny')), paragraph(text('Quiet'))],
  })
})

test.each([null, 'text', {}, { type: 'doc', content: [] }])('%j is empty', (stored) =>
  expect(toEditableDescription(stored)).toEqual(emptyDescription),
)
