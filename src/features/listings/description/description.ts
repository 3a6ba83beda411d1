import * as z from 'zod/mini'
import { BAD_LINK, LinkAddress } from './linkSchema.ts'
import { isTooLarge, TOO_LONG, tooMuch } from './measure.ts'

/** Tiptap's JSON, and of it only what stands here: anything else is refused, whoever wrote it. */

const named = <Name extends string>(type: Name) => ({ type: z.literal(type) })

const Mark = z.discriminatedUnion('type', [
  z.strictObject(named('bold')),
  z.strictObject(named('italic')),
  z.strictObject(named('underline')),
  z.strictObject({ ...named('link'), attrs: z.strictObject({ href: LinkAddress }) }),
])
const once = (marks: { type: string }[]) => new Set(marks.map(({ type }) => type)).size === marks.length
const marks = z.optional(z.array(Mark).check(z.refine(once)))

const Inline = z.discriminatedUnion('type', [
  z.strictObject({ ...named('text'), text: z.string().check(z.minLength(1)), marks }),
  z.strictObject({ ...named('hardBreak'), marks }),
])
const line = { content: z.optional(z.array(Inline)) }

const Paragraph = z.strictObject({ ...named('paragraph'), ...line })
const Heading = z.strictObject({
  ...named('heading'),
  attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
  ...line,
})
const Rule = z.strictObject(named('horizontalRule'))

const Quote = z.strictObject({
  ...named('blockquote'),
  get content(): z.ZodMiniType<Block[]> {
    return z.array(Block).check(z.minLength(1))
  },
})
const ListItem = z.strictObject({
  ...named('listItem'),
  /** The editor needs a paragraph to put the cursor into. */
  get content(): z.ZodMiniType<[z.infer<typeof Paragraph>, ...Block[]]> {
    return z.tuple([Paragraph], Block)
  },
})
const items = { content: z.array(ListItem).check(z.minLength(1)) }
const BulletList = z.strictObject({ ...named('bulletList'), ...items })
const OrderedList = z.strictObject({
  ...named('orderedList'),
  attrs: z.strictObject({ start: z.int().check(z.gte(0)) }),
  ...items,
})

const Block = z.discriminatedUnion('type', [Paragraph, Heading, Rule, Quote, BulletList, OrderedList])
type Block = z.infer<typeof Paragraph | typeof Heading | typeof Rule> | Quote | List

/** Types that hold themselves have to be spelt out. */
interface Quote {
  type: 'blockquote'
  content: Block[]
}
interface ListItem {
  type: 'listItem'
  content: [z.infer<typeof Paragraph>, ...Block[]]
}
type List = { content: ListItem[] } & ({ type: 'bulletList' } | { type: 'orderedList'; attrs: { start: number } })

const Doc = z.strictObject({ ...named('doc'), content: z.array(Block).check(z.minLength(1)) })

const NOT_HERE = 'This description contains something we can’t show. Please remove it'

/** One sentence for the whole: to the agent the description is one field. */
export const Description = z.pipe(
  z.custom<z.infer<typeof Doc>>(),
  z.transform((description, { issues }) => {
    const refuse = (message: string) => {
      issues.push({ code: 'custom', message, input: description })
      return z.NEVER
    }
    const excess = tooMuch(description)
    if (excess) return refuse(excess)
    const { data, error } = Doc.safeParse(description)
    if (error) return refuse(error.issues.some(({ message }) => message === BAD_LINK) ? BAD_LINK : NOT_HERE)
    return isTooLarge(data) ? refuse(TOO_LONG) : data
  }),
)
export type Description = z.infer<typeof Description>

export const emptyDescription: Description = { type: 'doc', content: [{ type: 'paragraph' }] }
