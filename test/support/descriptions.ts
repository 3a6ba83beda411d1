import fc from 'fast-check'

/** Made-up descriptions: well-formed ones, and ones that somebody wrote who means harm. */

export const goodLinks = [
  'https://rata.example/files?page=2#lim',
  'http://rata.example/',
  'mailto:mia@rata.example',
  'tel:+64215550199',
]

export const badLinks = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://rata.example/1',
  'ftp://rata.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/portal',
  'files.html',
  '#top',
  '?a=1',
  '',
  'https://',
  'https://bank.example@evil.example/',
]

const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('<script>alert(1)</script>', '</p><img src=x onerror=alert(1)>', '"onclick="alert(1)', '&lt;b&gt;'),
)
const plain = (type: string) => fc.constant({ type })
const link = (href: fc.Arbitrary<unknown>) => fc.record({ type: fc.constant('link'), attrs: fc.record({ href }) })

/** In the order in which the editor keeps them. */
const goodMarks = fc
  .tuple(fc.option(link(fc.constantFrom(...goodLinks))), fc.subarray(['bold', 'italic', 'underline']))
  .map(([address, names]) => [...(address ? [address] : []), ...names.map((type) => ({ type }))])
const badMarks = fc.array(
  fc.oneof(
    link(fc.oneof(fc.constantFrom(...badLinks), fc.string(), fc.anything())),
    fc
      .constantFrom('code', 'textStyle', 'script')
      .map((type) => ({ type, attrs: { style: 'x', onclick: 'alert(1)' } })),
    plain('bold'),
  ),
  { minLength: 1, maxLength: 3 },
)

interface Marks {
  marks: fc.Arbitrary<unknown>
  /** Blocks beside the known ones. */
  others?: fc.Arbitrary<unknown>[]
}

const descriptions = ({ marks, others = [] }: Marks) => {
  const { doc } = fc.letrec((tie) => {
    const inline = fc.oneof(
      fc.record({ type: fc.constant('text'), text: words, marks }, { requiredKeys: ['type', 'text'] }),
      plain('hardBreak'),
    )
    const line = fc.array(inline, { maxLength: 4 })
    const paragraph = fc.record({ type: fc.constant('paragraph'), content: line }, { requiredKeys: ['type'] })
    const nested = fc.array(tie('block'), { maxLength: 2 })
    const item = fc.tuple(paragraph, nested).map(([first, more]) => ({ type: 'listItem', content: [first, ...more] }))
    const items = fc.array(item, { minLength: 1, maxLength: 3 })
    return {
      block: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        paragraph,
        fc.record({
          type: fc.constant('heading'),
          attrs: fc.record({ level: fc.constantFrom(2, 3) }),
          content: line,
        }),
        plain('horizontalRule'),
        ...others,
        fc.record({ type: fc.constant('blockquote'), content: fc.array(tie('block'), { minLength: 1, maxLength: 2 }) }),
        fc.record({ type: fc.constant('bulletList'), content: items }),
        fc.record({ type: fc.constant('orderedList'), attrs: fc.record({ start: fc.nat(99) }), content: items }),
      ),
      doc: fc.record({ type: fc.constant('doc'), content: fc.array(tie('block'), { minLength: 1, maxLength: 5 }) }),
    }
  })
  return doc
}

const strangers = [
  fc.record({
    type: fc.constantFrom('script', 'iframe', 'image', 'codeBlock', 'svg'),
    attrs: fc.object(),
    text: words,
  }),
  fc.record({ type: fc.constant('paragraph'), attrs: fc.constant({ onclick: 'alert(1)' }), content: fc.anything() }),
  fc.record({ type: fc.constant('heading'), attrs: fc.record({ level: fc.anything() }) }),
  fc.record({ type: fc.constant('orderedList'), attrs: fc.record({ start: fc.anything() }), content: fc.constant([]) }),
  fc.anything(),
]

export const goodDescriptions = descriptions({ marks: goodMarks })
export const anyDescriptions = fc.oneof(
  goodDescriptions,
  descriptions({ marks: fc.oneof(goodMarks, goodMarks, badMarks) }),
  descriptions({ marks: fc.oneof(goodMarks, badMarks), others: strangers }),
)
