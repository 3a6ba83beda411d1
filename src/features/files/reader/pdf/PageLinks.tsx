import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import viewer from '../Reader.module.css'
import classes from './Pdf.module.css'

interface PageLinksProps {
  page: PDFPageProxy
  onFollow: (target: LinkTarget) => void
}

/** The links of a page, over its text. */
export function PageLinks({ page, onFollow }: PageLinksProps) {
  const [links, setLinks] = useState<readonly PageLink[]>([])
  useEffect(() => {
    let isOver = false
    readPageLinks(page).then(
      (found) => {
        if (!isOver) setLinks(found)
      },
      // The page is still readable without its links.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [page])
  return links.map(({ key, box, text, target }) => (
    <button
      key={key}
      type="button"
      className={classes.link}
      style={box}
      aria-label={linkLabel(text, target)}
      aria-haspopup={'website' in target ? 'dialog' : undefined}
      onClick={() => onFollow(target)}
    />
  ))
}

function linkLabel(text: string, target: LinkTarget) {
  if ('website' in target) return [text, `link to ${target.website.host}`].filter(Boolean).join(', ')
  return text ? `${text}, link in this document` : 'Link in this document'
}

/** More than a page of a report has, and few enough for a hostile page not to freeze the browser. */
const MAX_LINKS_PER_PAGE = 300
const MAX_LABEL_LENGTH = 120

/** A link on a page: where it is, in percent of the page, and where it goes. */
interface PageLink {
  key: string
  box: { left: string; top: string; width: string; height: string }
  /** The text that it covers. Empty on a scan. */
  text: string
  target: LinkTarget
}

export type LinkTarget = { website: URL } | { destination: unknown } | { action: string }

/** A link as pdf.js returns it. Its values come from the document and cannot be trusted. */
interface LinkAnnotation {
  rect: number[]
  url?: unknown
  dest?: unknown
  action?: unknown
  overlaidText?: unknown
}

/** The links of a page that can be followed, in the order of the document. */
async function readPageLinks(page: PDFPageProxy): Promise<PageLink[]> {
  const annotations: readonly unknown[] = await page.getAnnotations({ intent: 'display' })
  const viewport = page.getViewport({ scale: 1 })
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`
  const links: PageLink[] = []
  for (const annotation of annotations.filter(isLink).slice(0, MAX_LINKS_PER_PAGE)) {
    const target = linkTarget(annotation)
    if (!target) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = annotation.rect
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom)
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top)
    const box = {
      left: percent(Math.min(x1, x2), viewport.width),
      top: percent(Math.min(y1, y2), viewport.height),
      width: percent(Math.abs(x2 - x1), viewport.width),
      height: percent(Math.abs(y2 - y1), viewport.height),
    }
    const { overlaidText } = annotation
    const text = typeof overlaidText === 'string' ? overlaidText.trim().slice(0, MAX_LABEL_LENGTH) : ''
    links.push({ key: String(links.length), box, text, target })
  }
  return links
}

function isLink(annotation: unknown): annotation is LinkAnnotation {
  if (typeof annotation !== 'object' || annotation === null) return false
  if (!('subtype' in annotation && 'rect' in annotation) || annotation.subtype !== 'Link') return false
  const { rect } = annotation
  return Array.isArray(rect) && rect.length === 4 && rect.every((value) => Number.isFinite(value))
}

function linkTarget({ url, dest, action }: LinkAnnotation): LinkTarget | undefined {
  if (typeof url === 'string') {
    const website = safeWebsite(url)
    return website && { website }
  }
  if (typeof action === 'string') return { action }
  return dest === null || dest === undefined ? undefined : { destination: dest }
}

/** Only https, and no URL that looks like another: https://bank.example@evil.example goes to evil.example. */
export function safeWebsite(address: string) {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.protocol === 'https:' && !url.username && !url.password ? url : undefined
}

/** The page that a link inside the document points to, and the position on it as a fraction of its height. */
export async function findLinkedPage(pdf: PDFDocumentProxy, target: LinkTarget, current: number) {
  if ('website' in target) return undefined
  if ('action' in target) {
    const pages: Record<string, number> = {
      FirstPage: 1,
      LastPage: pdf.numPages,
      NextPage: Math.min(pdf.numPages, current + 1),
      PrevPage: Math.max(1, current - 1),
    }
    const page = Object.hasOwn(pages, target.action) ? pages[target.action] : undefined
    return page === undefined ? undefined : { page }
  }
  const { destination } = target
  const explicit: unknown = typeof destination === 'string' ? await pdf.getDestination(destination) : destination
  if (!Array.isArray(explicit)) return undefined
  const [where, kind, ...numbers]: readonly unknown[] = explicit
  const index = typeof where === 'number' ? where : isReference(where) ? await pdf.getPageIndex(where) : undefined
  if (index === undefined || !Number.isInteger(index) || index < 0 || index >= pdf.numPages) return undefined
  const top = destinationTop(kind, numbers)
  if (top === undefined) return { page: index + 1 }
  const viewport = (await pdf.getPage(index + 1)).getViewport({ scale: 1 })
  const [, y = 0] = viewport.convertToViewportPoint(0, top)
  return { page: index + 1, down: Math.min(1, Math.max(0, y / viewport.height)) }
}

const isReference = (value: unknown): value is { num: number; gen: number } =>
  typeof value === 'object' &&
  value !== null &&
  'num' in value &&
  'gen' in value &&
  Number.isInteger(value.num) &&
  Number.isInteger(value.gen)

/** Which of a destination's numbers says how far up the page it is. */
const TOP_INDEX = new Map([
  ['XYZ', 1],
  ['FitH', 0],
  ['FitBH', 0],
  ['FitR', 3],
])

function destinationTop(kind: unknown, numbers: readonly unknown[]) {
  const name = typeof kind === 'object' && kind !== null && 'name' in kind ? String(kind.name) : ''
  const top = numbers[TOP_INDEX.get(name) ?? -1]
  return typeof top === 'number' && Number.isFinite(top) ? top : undefined
}

interface OpenWebsiteDialogProps {
  website: URL
  onClose: () => void
}

/** Shows the URL before it is opened, because the text on the page may claim another. */
export function OpenWebsiteDialog({ website, onClose }: OpenWebsiteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.leaving}
      aria-labelledby="open-website"
      data-own-keys
      onCancel={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <h3 id="open-website">
        Open <bdi>{website.host}</bdi>?
      </h3>
      <p>This link in the document goes to a website. It opens in a new tab.</p>
      <p className={classes.address}>
        <bdi>{website.href}</bdi>
      </p>
      <div className={classes.leavingChoices}>
        <button type="button" className={viewer.secondary} onClick={onClose}>
          Keep reading
        </button>
        <a className={viewer.primary} href={website.href} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          Open website
        </a>
      </div>
    </dialog>
  )
}
