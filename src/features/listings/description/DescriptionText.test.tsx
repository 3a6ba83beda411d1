import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { anyDescriptions } from '../../../../test/fixtures/content/descriptions.ts'
import { isLong } from '../../../../test/support/longRun.ts'
import { DescriptionText } from './DescriptionText.tsx'
import { Description } from './description.schema.ts'
import { plainDescription } from './plainDescription.ts'

const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, marks })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const bold = { type: 'bold' }
const link = (href: string) => ({ type: 'link', attrs: { href } })

/** Without the frame around it. */
const html = (description: unknown) =>
  renderToStaticMarkup(<DescriptionText description={description} />)
    .replace(/^<div[^>]*>/, '')
    .replace(/<\/div>$/, '')

describe('a description on a page', () => {
  test('has every element that an agent can write', () => {
    const everything = doc(
      { type: 'heading', attrs: { level: 2 }, content: [text('Inside')] },
      { type: 'heading', attrs: { level: 3 }, content: [text('Upstairs')] },
      paragraph(text('Sunny', bold, { type: 'italic' }, { type: 'underline' }), { type: 'hardBreak' }, text('& dry')),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('Deck'))] }] },
      { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(text('LIM'))] }] },
      { type: 'blockquote', content: [paragraph(text('A gem'))] },
      { type: 'horizontalRule' },
    )
    expect(html(everything)).toBe(
      '<h2>Inside</h2><h3>Upstairs</h3>' +
        '<p><strong><em><u>Sunny</u></em></strong><br/>&amp; dry</p>' +
        '<ul><li><p>Deck</p></li></ul><ol start="3"><li><p>LIM</p></li></ol>' +
        '<blockquote><p>A gem</p></blockquote><hr/>',
    )
  })

  test('merges adjacent links to one URL into one that opens in a new tab with nofollow and ugc', () => {
    const rata = link('https://rata.example/')
    expect(html(doc(paragraph(text('the ', rata), text('report', rata, bold), text('.'))))).toBe(
      '<p><a href="https://rata.example/" rel="noopener nofollow ugc" target="_blank">the <strong>report</strong></a>.</p>',
    )
  })

  test('leaves out unknown nodes and empty lines', () => {
    const strange = doc(
      { type: 'image' },
      paragraph(),
      paragraph(text('x', { type: 'code' }), { type: 'emoji' }),
      5,
      null,
    )
    expect(html(strange)).toBe('<p>x</p>')
  })

  test.each([undefined, null, 5, 'text', [], {}, { content: 'x' }, { content: { length: 3 } }])(
    '%j is nothing',
    (value) => {
      expect(html(value)).toBe('')
      expect(plainDescription(value)).toBe('')
    },
  )

  test('does not follow nesting that would overflow the stack', () => {
    let block: unknown = paragraph(text('deep'))
    for (let level = 0; level < 100_000; level += 1) block = { type: 'blockquote', content: [block] }
    expect(html(doc(block))).not.toContain('deep')
    expect(plainDescription(doc(block))).toBe('')
  })
})

describe('threat 26: a description', () => {
  const TAG = /<\/?([a-z0-9]+)((?:\s[^>]*?)?)\/?>/gi
  const TAGS = new Set(['p', 'h2', 'h3', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br'])
  const ATTRIBUTES = new Set(['href', 'rel', 'target', 'start'])

  /** React escapes angle brackets and quotes everywhere but in its own tags. */
  function dangers(markup: string) {
    const tags = [...markup.matchAll(TAG)]
    const rest = markup.replaceAll(TAG, '')
    const attributes = tags.flatMap(([, , inside = '']) => [...inside.matchAll(/([^\s=]+)="([^"]*)"/g)])
    return [
      ...(/[<>"]/.test(rest) ? [rest] : []),
      ...tags.map(([, name = '']) => name).filter((name) => !TAGS.has(name)),
      ...attributes.map(([, name = '']) => name).filter((name) => !ATTRIBUTES.has(name)),
      ...attributes
        .filter(([, name, value = '']) => name === 'href' && !/^(https?:\/\/|mailto:|tel:)/.test(value))
        .map(([attribute]) => attribute),
    ]
  }

  // Split into several tests, so that each ends in time on a busy machine. A long run generates new descriptions each time.
  const PER_TEST = 500
  const sets = Array.from({ length: isLong ? 20 : 2 }, (_, index) => index + 1)
  test.each(sets)('renders harmless elements only, valid or not: 500 generated ones, set %i', (set) => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(anyDescriptions, (description) => {
        const { data, success } = Description.safeParse(description)
        seen[success ? 'accepted' : 'refused'] += 1
        expect(dangers(html(success ? data : description))).toEqual([])
      }),
      isLong ? { numRuns: PER_TEST } : { numRuns: PER_TEST, seed: set },
    )
    expect(seen.accepted).toBeGreaterThan(PER_TEST / 5)
    expect(seen.refused).toBeGreaterThan(PER_TEST / 5)
  })

  test.each(['<script>x</script>', '<p onclick="x">x</p>', '<a href="javascript:x">x</a>', '<img src="x">', 'a < b'])(
    'test detects %s',
    (markup) => {
      expect(dangers(markup)).not.toEqual([])
    },
  )
})

describe('the plain text', () => {
  test('has a line for each paragraph', () => {
    const description = doc(
      { type: 'heading', attrs: { level: 2 }, content: [text('Inside')] },
      paragraph(text('Sunny', bold), text(' and dry'), { type: 'hardBreak' }, text('Since 1968')),
      paragraph(),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('Deck'))] }] },
    )
    expect(plainDescription(description)).toBe('Inside\nSunny and dry\nSince 1968\nDeck')
  })

  test('is empty if only blank lines were typed', () => {
    expect(plainDescription(doc(paragraph(), paragraph(text('  '), { type: 'hardBreak' })))).toBe('')
  })
})
