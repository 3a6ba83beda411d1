import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { findHits, type Hit } from './findHits.ts'

const SHORTEST = 2
const TYPING = 250

interface Found {
  hits: readonly Hit[]
  /** How many pages have been looked through. */
  pages: number
  hasWords: boolean
}

const nothing: Found = { hits: [], pages: 0, hasWords: false }

export type Search = ReturnType<typeof useSearch>

/** Looks through the document page by page; what was found shows at once. */
export function useSearch(pdf: PDFDocumentProxy, currentPage: number, onShow: (hit: Hit) => void) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState(nothing)
  const [chosen, setChosen] = useState<Hit>()
  const show = useEffectEvent((hit: Hit) => {
    setChosen(hit)
    onShow(hit)
  })
  const begin = useEffectEvent(() => currentPage)
  const isSearching = words.trim().length >= SHORTEST

  useEffect(() => {
    setFound(nothing)
    setChosen(undefined)
    if (words.trim().length < SHORTEST) return undefined
    let isOver = false
    const look = async () => {
      const from = begin()
      let first: Hit | undefined
      let isShown = false
      for (let page = 1; page <= pdf.numPages && !isOver; page++) {
        const { hits, hasWords } = await findHits(pdf, page, words)
        if (isOver) return
        setFound((before) => ({
          hits: hits.length ? [...before.hits, ...hits] : before.hits,
          pages: page,
          hasWords: before.hasWords || hasWords,
        }))
        first ??= hits[0]
        if (!isShown && page >= from && hits[0]) {
          isShown = true
          show(hits[0])
        }
      }
      if (!isShown && first) show(first)
    }
    const timer = setTimeout(() => look().catch(() => {}), TYPING)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [pdf, words])

  const { hits } = found
  const at = chosen ? hits.indexOf(chosen) : -1
  const step = (by: number) => {
    const hit = hits[(at + by + hits.length) % hits.length]
    if (!hit) return
    setChosen(hit)
    onShow(hit)
  }
  return {
    words,
    setWords,
    hits,
    chosen,
    place: at + 1,
    isDone: isSearching && found.pages === pdf.numPages,
    isSearching,
    pages: found.pages,
    hasWords: found.hasWords,
    next: () => step(1),
    previous: () => step(at < 0 ? 0 : -1),
  }
}
