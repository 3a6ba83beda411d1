import * as z from 'zod/mini'
import { looksLikePhone } from '#platform/input/phone.schema.ts'
import { emailLink, phoneLink } from '#ui/format/contactLinks.ts'
import { allowedLink } from './allowedLink.ts'
import { plainDescription } from './plainDescription.ts'

export const BAD_LINK_MESSAGE = 'Links must start with https://, http://, mailto: or tel:'

const LinkHref = z.pipe(
  z.string(),
  z.transform((href, { issues }) => {
    const address = allowedLink(href)
    if (!address) issues.push({ code: 'custom', message: BAD_LINK_MESSAGE, input: href })
    return address ?? z.NEVER
  }),
)

/** What an agent types to link a part of the text. */
export const LinkInput = z.strictObject({
  address: z
    .string()
    .check(
      z.refine(
        (typed) => linkFromTyped(typed) !== undefined,
        'Please enter a web address, email address or phone number',
      ),
    ),
})

/** Tiptap's JSON. Anything that is not listed here is refused. */

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

/** Recursive types have to be declared explicitly. */
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

export const NOT_ALLOWED = 'This description contains something we can’t show. Please remove it'

/** One error message for the whole description, because it is one field for the agent. */
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
    if (error)
      return refuse(error.issues.some(({ message }) => message === BAD_LINK_MESSAGE) ? BAD_LINK_MESSAGE : NOT_ALLOWED)
    return isTooLarge(data) ? refuse(TOO_LONG_MESSAGE) : data
  }),
)
export type Description = z.infer<typeof Description>

export const emptyDescription: Description = { type: 'doc', content: [{ type: 'paragraph' }] }

const MAX_DESCRIPTION = { depth: 20, nodes: 5_000, bytes: 200_000 }

export const TOO_LONG_MESSAGE = 'This description is too long. Please shorten it'
export const TOO_DEEP_MESSAGE = 'These lists and quotes are nested too deeply. Please move some of them out'

interface PendingValue {
  value: unknown
  /** Missing for marks and attributes, which are no nodes. */
  nodeDepth?: number
}

/**
 * Checks the size of a description before anything else reads it. Without recursion, so that no depth overflows
 * the stack, and counting while it walks, so that a node that is shared a thousand times counts a thousand times.
 */
function findExcess(description: unknown): string | undefined {
  const waiting: PendingValue[] = [{ value: description, nodeDepth: 1 }]
  let nodes = 1
  let bytes = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, nodeDepth } = next
    if (nodeDepth && nodeDepth > MAX_DESCRIPTION.depth) return TOO_DEEP_MESSAGE
    if (typeof value === 'string') bytes += value.length
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        bytes += 1
        if (nodeDepth && key === 'content' && Array.isArray(inner)) {
          nodes += inner.length
          if (nodes > MAX_DESCRIPTION.nodes) return TOO_LONG_MESSAGE
          for (const child of inner) waiting.push({ value: child, nodeDepth: nodeDepth + 1 })
        } else waiting.push({ value: inner })
      }
    if (bytes > MAX_DESCRIPTION.bytes) return TOO_LONG_MESSAGE
  }
  return undefined
}

/** Exact, but only safe for limited depth and size. */
const isTooLarge = (description: unknown) =>
  new TextEncoder().encode(JSON.stringify(description)).length > MAX_DESCRIPTION.bytes

/** A stored description for the editor. One that today's rules refuse keeps its text, as plain paragraphs. */
export function toEditableDescription(stored: unknown): Description {
  const { data } = Description.safeParse(stored)
  if (data) return data
  return descriptionFromText(plainDescription(stored))
}

/** A paragraph for each line that is not empty. */
export function descriptionFromText(plain: string): Description {
  const lines = plain
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length === 0) return emptyDescription
  return { type: 'doc', content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })) }
}

/** The link for typed text: `rata.nz`, `mia@rata.nz` or `021 555 0199`. */
export function linkFromTyped(typed: string): string | undefined {
  const text = typed.trim()
  return allowedLink(text) ?? allowedLink(withScheme(text))
}

const EMAIL = /^[^\s@:/?#]+@[^\s@:/?#]+$/
const HOST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#].*)?$/u

function withScheme(text: string) {
  if (EMAIL.test(text)) return emailLink(text)
  if (HOST.test(text)) return `https://${text}`
  return looksLikePhone(text) ? phoneLink(text) : ''
}
