import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** A request whose signature has been checked. */
export interface Asked {
  method: string
  key: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Readable
  /** What the body must hash to, where that was signed. */
  bodyHash?: string
  /** Where bodies are kept. */
  folder: string
}

export interface Answer {
  status: number
  headers?: Record<string, string | number>
  body?: string | Readable
}

export class S3Error extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

type XmlElement = [name: string, content: string | number | boolean | undefined | XmlElement[]]

export const xml = (status: number, root: string, content: XmlElement[]): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${written([root, content])}`,
})

function written([name, content]: XmlElement): string {
  if (content === undefined) return ''
  return `<${name}>${Array.isArray(content) ? content.map(written).join('') : escaped(String(content))}</${name}>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Lists come in small pages, so that code that reads only the first one fails. */
const PAGE = 3

export function page<T>(items: T[], isAfter: (item: T) => boolean) {
  const rest = items.filter(isAfter)
  return { items: rest.slice(0, PAGE), isTruncated: rest.length > PAGE }
}
