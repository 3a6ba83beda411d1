import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useState } from 'react'
import classes from './Pdf.module.css'
import { type LinkTarget, type PageLink, readPageLinks } from './pageLinks.ts'

interface PageLinksProps {
  page: PDFPageProxy
  onFollow: (target: LinkTarget) => void
}

/** The links of a page, over its words. */
export function PageLinks({ page, onFollow }: PageLinksProps) {
  const [links, setLinks] = useState<readonly PageLink[]>([])
  useEffect(() => {
    let isOver = false
    readPageLinks(page).then(
      (found) => {
        if (!isOver) setLinks(found)
      },
      // A page whose links cannot be read can still be read itself.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [page])
  return links.map(({ key, box, words, target }) => (
    <button
      key={key}
      type="button"
      className={classes.link}
      style={box}
      aria-label={linkLabel(words, target)}
      aria-haspopup={'website' in target ? 'dialog' : undefined}
      onClick={() => onFollow(target)}
    />
  ))
}

function linkLabel(words: string, target: LinkTarget) {
  if ('website' in target) return [words, `link to ${target.website.host}`].filter(Boolean).join(', ')
  return words ? `${words}, link in this document` : 'Link in this document'
}
