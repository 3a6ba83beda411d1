import { SaxesParser } from 'saxes'
import { unusableFile } from '#platform/media/mediaError.ts'

/** Names are in lower case: programs disagree about capitals. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  /** Its own text, without that of elements inside. */
  text: string
  children: XmlElement[]
}

const MAX_DEPTH = 20
/** Of one listing. */
const MAX_ELEMENTS = 5_000
const MAX_TEXT_LENGTH = 500_000
/** Longer than any tag, text or comment: the parser holds each of them in memory. */
const MAX_UNBROKEN_LENGTH = 2_000_000
const MAX_ATTRIBUTES = 50

const ROOT = 'propertylist'

/**
 * The elements directly inside `propertyList`, one after the other, whatever the size of the file. Nothing is fetched, and a document
 * that defines entities is refused. The usual reference to the published DTD is passed over.
 */
export async function* readElements(texts: AsyncIterable<string>): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let finished: XmlElement[] = []
  let root: string | undefined
  let unbrokenLength = 0
  let elements = 0
  let textLength = 0

  const addText = (text: string) => {
    unbrokenLength = 0
    const inside = open.at(-1)
    if (!inside) return
    textLength += text.length
    if (textLength > MAX_TEXT_LENGTH) throw tooMuch()
    inside.text += text
  }
  parser.on('error', ({ message }) => {
    throw unusableFile(`This isn’t a well-formed XML file (${message.slice(0, 120)}).`)
  })
  parser.on('doctype', (doctype) => {
    unbrokenLength = 0
    if (doctype.includes('[') || /<!/.test(doctype))
      throw unusableFile(
        'This file defines its own entities, which we don’t accept. Ask your CRM’s support for plain REAXML.',
      )
  })
  parser.on('comment', () => {
    unbrokenLength = 0
  })
  parser.on('processinginstruction', () => {
    unbrokenLength = 0
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ name, attributes }) => {
    unbrokenLength = 0
    const element = { name: name.toLowerCase(), attributes: lowerCaseNames(attributes), text: '', children: [] }
    if (root === undefined) {
      root = element.name
      if (root !== ROOT) throw unusableFile('This isn’t a REAXML file: it doesn’t start with propertyList.')
      return
    }
    elements += 1
    if (elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) throw tooMuch()
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    unbrokenLength = 0
    const closed = open.pop()
    if (!closed || open.length > 0) return
    finished.push(closed)
    elements = 0
    textLength = 0
  })

  for await (const text of texts) {
    unbrokenLength += text.length
    parser.write(text)
    if (unbrokenLength > MAX_UNBROKEN_LENGTH) throw tooMuch()
    const ready = finished
    finished = []
    yield* ready
  }
  parser.close()
  yield* finished
}

const tooMuch = () => unusableFile('A listing in this file is larger than we can read.')

function lowerCaseNames(attributes: Record<string, string>) {
  const entries = Object.entries(attributes)
  if (entries.length > MAX_ATTRIBUTES) throw tooMuch()
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}
