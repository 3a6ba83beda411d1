import { pageWidthFor, pageWidths } from '../../media/documentTasks.ts'
import { type DocumentSource, fetchDocument } from '../documentSource.ts'

const MAX_PIXEL_RATIO = 2
/** Matches the server's answer. */
const TEXT_PAGES = 20
const MAX_TRIES = 4
const RETRY_MS = 2_000

export type PagePictures = ReturnType<typeof createPagePictures>

/** The pages of a document that the server draws. `onRefused` is called once the reader may not have them any more. */
export function createPagePictures(source: DocumentSource, onRefused: (error: unknown) => void) {
  const pictures = new Map<string, Promise<string>>()
  const texts = new Map<number, Promise<string[]>>()
  let end = new AbortController()

  async function load(part: string, query = ''): Promise<Response> {
    const { signal } = end
    for (let attempt = 1; ; attempt++) {
      const response = await fetchDocument(pageSource(source, part, query), { signal }).catch((error) => {
        if (!signal.aborted) onRefused(error)
        throw error
      })
      if (response.ok) return response
      const isBusy = response.status === 429 || response.status === 503
      if (!isBusy || attempt >= MAX_TRIES) throw new Error(`A page was answered with ${response.status}.`)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt))
    }
  }

  const keep = (number: number, width: number) => {
    const name = `${number} ${width}`
    const known = pictures.get(name) ?? loadPicture(number, width)
    pictures.set(name, known)
    known.catch(() => pictures.delete(name))
    return known
  }

  async function loadPicture(number: number, width: number) {
    const response = await load(`/pages/${number}`, `&width=${width}`)
    return URL.createObjectURL(await response.blob())
  }

  async function loadTexts(first: number): Promise<string[]> {
    const { texts: found }: { texts: string[] } = await (await load(`/text/${first}`)).json()
    return found
  }

  return {
    /** The URL of a picture that is sharp in a box of this width. */
    find: (number: number, width: number) =>
      keep(number, pageWidthFor(width * Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio))),
    findThumbnail: (number: number) => keep(number, pageWidths[0]),
    async readText(number: number) {
      const first = number - ((number - 1) % TEXT_PAGES)
      const known = texts.get(first) ?? loadTexts(first)
      texts.set(first, known)
      known.catch(() => texts.delete(first))
      return (await known)[number - first] ?? ''
    },
    /** Until `close` is called. */
    open() {
      if (end.signal.aborted) end = new AbortController()
    },
    close() {
      end.abort()
      texts.clear()
      for (const picture of pictures.values())
        picture.then(
          (url) => URL.revokeObjectURL(url),
          () => {},
        )
      pictures.clear()
    },
  }
}

/** A part of what the document's URL gives. */
const pageSource = (source: DocumentSource, part: string, query: string): DocumentSource => {
  const extend = (url: string) => url.replace('?', `${part}?`) + query
  const shorten = (url: string) => url.replace(`${part}?`, '?').slice(0, -query.length || undefined)
  return {
    current: async () => extend(await source.current()),
    renew: async (refused) => extend(await source.renew(shorten(refused))),
  }
}
