import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { icon } from '#ui/theme/theme.ts'
import { ReaderButton } from '../ReaderFrame.tsx'
import { findMatches, type SearchMatch } from './findMatches.ts'
import classes from './SearchBar.module.css'

interface SearchBarProps {
  search: PdfSearch
  pageCount: number
  onClose: () => void
}

export function SearchBar({ search, pageCount, onClose }: SearchBarProps) {
  return (
    <search className={classes.bar}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          search.next()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            onClose()
          } else if (event.key === 'Enter' && event.shiftKey) {
            event.preventDefault()
            search.previous()
          }
        }}
      >
        <input
          ref={(field) => field?.focus()}
          className={classes.field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label="Search this document"
          placeholder="Search this document"
          autoComplete="off"
          spellCheck={false}
          value={search.words}
          onChange={(event) => search.setWords(event.target.value)}
        />
        <output className={classes.outcome}>{resultText(search, pageCount)}</output>
      </form>
      <ReaderButton label="Previous match" onClick={search.previous} disabled={!search.hits.length}>
        <IconChevronUp {...icon} />
      </ReaderButton>
      <ReaderButton label="Next match" onClick={search.next} disabled={!search.hits.length}>
        <IconChevronDown {...icon} />
      </ReaderButton>
      <ReaderButton label="Close search" onClick={onClose}>
        <IconX {...icon} />
      </ReaderButton>
    </search>
  )
}

function resultText({ hits, place, pages, isSearching, isDone, hasWords }: PdfSearch, pageCount: number) {
  if (!isSearching) return ''
  if (hits.length) return `${place} of ${hits.length}${isDone ? '' : '+'}`
  if (!isDone) return `Page ${pages} of ${pageCount}…`
  return hasWords ? 'No results' : 'No searchable text'
}

const MIN_SEARCH_LENGTH = 2
const TYPING_PAUSE_MS = 250

interface SearchProgress {
  hits: readonly SearchMatch[]
  /** How many pages have been looked through. */
  pages: number
  hasWords: boolean
}

const notSearched: SearchProgress = { hits: [], pages: 0, hasWords: false }

type PdfSearch = ReturnType<typeof usePdfSearch>

/** Looks through the document page by page; what was found shows at once. */
export function usePdfSearch(pdf: PDFDocumentProxy, currentPage: number, onShow: (hit: SearchMatch) => void) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState(notSearched)
  const [chosen, setChosen] = useState<SearchMatch>()
  const show = useEffectEvent((hit: SearchMatch) => {
    setChosen(hit)
    onShow(hit)
  })
  const begin = useEffectEvent(() => currentPage)
  const isSearching = words.trim().length >= MIN_SEARCH_LENGTH

  useEffect(() => {
    setFound(notSearched)
    setChosen(undefined)
    if (words.trim().length < MIN_SEARCH_LENGTH) return undefined
    let isOver = false
    const look = async () => {
      const from = begin()
      let first: SearchMatch | undefined
      let isShown = false
      for (let page = 1; page <= pdf.numPages && !isOver; page++) {
        const { hits, hasWords } = await findMatches(pdf, page, words)
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
    const timer = setTimeout(() => look().catch(() => {}), TYPING_PAUSE_MS)
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
