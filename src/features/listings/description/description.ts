import * as z from 'zod/mini'
import { BAD_LINK, LinkHref } from './linkSchema.ts'
import { isTooLarge, TOO_LONG, findExcess } from './measure.ts'

/** Tiptap's JSON, and of it only what stands here: anything else is refused, whoever wrote it. */

const named = <Name extends string>(type: Name) => ({ type: z.literal(type) })

const Mark = z.discriminatedUnion('type', [
  z.strictObject(named('bold')),
  z.strictObject(named('italic')),
  z.strictObject(named('underline')),
  z.strictObject({ ...named('link'), attrs: z.strictObject({ href: LinkHref }) }),
])
const areUnique = (marks: { type: string }[]) => new Set(marks.map(({ type }) => type)).size === marks.length
const marks = z.optional(z.array(Mark).check(z.refine(areUnique)))

const Inline = z.discriminatedUnion('type', [
  z.strictObject({ ...named('text'), text: z.string().check(z.minLength(1)), marks }),
  z.strictObject({ ...named('hardBreak'), marks }),
])
const inlineContent = { content: z.optional(z.array(Inline)) }

const Paragraph = z.strictObject({ ...named('paragraph'), ...inlineContent })
const Heading = z.strictObject({
  ...named('heading'),
  attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
  ...inlineContent,
})
const HorizontalRule = z.strictObject(named('horizontalRule'))

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
const listItems = { content: z.array(ListItem).check(z.minLength(1)) }
const BulletList = z.strictObject({ ...named('bulletList'), ...listItems })
const OrderedList = z.strictObject({
  ...named('orderedList'),
  attrs: z.strictObject({ start: z.int().check(z.gte(0)) }),
  ...listItems,
})

const Block = z.discriminatedUnion('type', [Paragraph, Heading, HorizontalRule, Quote, BulletList, OrderedList])
type Block = z.infer<typeof Paragraph | typeof Heading | typeof HorizontalRule> | Quote | List

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

const NOT_ALLOWED = 'This description contains something we can’t show. Please remove it'

/** One sentence for the whole: to the agent the description is one field. */
export const Description = z.pipe(
  z.custom<z.infer<typeof Doc>>(),
  z.transform((description, { issues }) => {
    const refuse = (message: string) => {
      issues.push({ code: 'custom', message, input: description })
      return z.NEVER
    }
    const excess = findExcess(description)
    if (excess) return refuse(excess)
    const { data, error } = Doc.safeParse(description)
    if (error) return refuse(error.issues.some(({ message }) => message === BAD_LINK) ? BAD_LINK : NOT_ALLOWED)
    return isTooLarge(data) ? refuse(TOO_LONG) : data
  }),
)
export type Description = z.infer<typeof Description>

export const emptyDescription: Description = { type: 'doc', content: [{ type: 'paragraph' }] }
