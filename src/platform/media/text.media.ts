import { refusals } from './refusals.ts'

const MARKUP = /<(?:!doctype\s+html|html|head|body|script|iframe|object|embed|svg)[\s>/]|<\?(?:php|xml-stylesheet)\b/i
/** How browsers tell a web page by its beginning (WHATWG MIME sniffing, 7.1), and any XML. */
const PAGE_START =
  /^\s*<(?:!--|\?xml\b|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg)[\s>/])/i
const CONTROL = /(?![\t\n\f\r])\p{Cc}/u

/** The text of the first bytes of a file, or nothing if they are not text. Old Windows encodings count as text. */
export function readText(head: Uint8Array) {
  const text = decode(head)
  return text === undefined || CONTROL.test(text) ? undefined : text
}

function decode(head: Uint8Array) {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head)
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head)
  try {
    // The last character may be cut in two, which `stream` forgives.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(head)
  }
}

/** Markup or a script that passes for text. */
export function whyNotPlainText(text: string) {
  if (PAGE_START.test(text) || MARKUP.test(text)) return /<svg[\s>/]/i.test(text) ? refusals.drawing : refusals.webPage
  return text.startsWith('#!') ? refusals.program : undefined
}

/** Markup at the beginning of a picture or a document: a file that is two things at once. */
export const hasMarkup = (head: Uint8Array) => MARKUP.test(new TextDecoder('latin1').decode(head))
