import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { icon } from '#ui/theme/tokens.ts'
import type { SearchMatch } from '../pdf/findMatches.ts'
import { ReaderButton } from '../ReaderFrame.tsx'
import classes from './SearchBar.module.css'

interface SearchBarProps {
  search: PageSearch
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
          value={search.text}
          onChange={(event) => search.setText(event.target.value)}
        />
        <output className={classes.outcome}>{resultText(search, pageCount)}</output>
      </form>
      <ReaderButton label="Previous match" onClick={search.previous} disabled={!search.matches.length}>
        <IconChevronUp {...icon} />
      </ReaderButton>
      <ReaderButton label="Next match" onClick={search.next} disabled={!search.matches.length}>
        <IconChevronDown {...icon} />
      </ReaderButton>
      <ReaderButton label="Close search" onClick={onClose}>
        <IconX {...icon} />
      </ReaderButton>
    </search>
  )
}

function resultText(
  { matches, chosenNumber, searchedPages, isSearching, isDone, hasText }: PageSearch,
  pageCount: number,
) {
  if (!isSearching) return ''
  if (matches.length) return `${chosenNumber} of ${matches.length}${isDone ? '' : '+'}`
  if (!isDone) return `Page ${searchedPages} of ${pageCount}…`
  return hasText ? 'No results' : 'No searchable text'
}

const MIN_SEARCH_LENGTH = 2
const TYPING_PAUSE_MS = 250

interface SearchProgress {
  matches: readonly SearchMatch[]
  searchedPages: number
  hasText: boolean
}

const notSearched: SearchProgress = { matches: [], searchedPages: 0, hasText: false }

type PageSearch = ReturnType<typeof usePageSearch>

/** What is searched: how many pages there are, and the matches on one of them. */
export interface SearchedPages {
  count: number
  find: (page: number, text: string) => Promise<{ matches: SearchMatch[]; hasText: boolean }>
}

/** Searches the document page by page. Matches are shown as soon as they are found. */
export function usePageSearch(
  pages: SearchedPages | undefined,
  currentPage: number,
  onShow: (match: SearchMatch) => void,
) {
  const [text, setText] = useState('')
  const [found, setFound] = useState(notSearched)
  const [chosen, setChosen] = useState<SearchMatch>()
  const show = useEffectEvent((match: SearchMatch) => {
    setChosen(match)
    onShow(match)
  })
  const readCurrentPage = useEffectEvent(() => currentPage)
  const isSearching = text.trim().length >= MIN_SEARCH_LENGTH

  useEffect(() => {
    setFound(notSearched)
    setChosen(undefined)
    if (!pages || text.trim().length < MIN_SEARCH_LENGTH) return undefined
    let isOver = false
    const searchPages = async () => {
      const from = readCurrentPage()
      let first: SearchMatch | undefined
      let isShown = false
      for (let page = 1; page <= pages.count && !isOver; page++) {
        const { matches, hasText } = await pages.find(page, text)
        if (isOver) return
        setFound((before) => ({
          matches: matches.length ? [...before.matches, ...matches] : before.matches,
          searchedPages: page,
          hasText: before.hasText || hasText,
        }))
        first ??= matches[0]
        if (!isShown && page >= from && matches[0]) {
          isShown = true
          show(matches[0])
        }
      }
      if (!isShown && first) show(first)
    }
    const timer = setTimeout(() => searchPages().catch(() => {}), TYPING_PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [pages, text])

  const { matches, searchedPages, hasText } = found
  const chosenIndex = chosen ? matches.indexOf(chosen) : -1
  const step = (by: number) => {
    const match = matches[(chosenIndex + by + matches.length) % matches.length]
    if (!match) return
    setChosen(match)
    onShow(match)
  }
  return {
    text,
    setText,
    matches,
    chosen,
    chosenNumber: chosenIndex + 1,
    isDone: isSearching && searchedPages === pages?.count,
    isSearching,
    searchedPages,
    hasText,
    next: () => step(1),
    previous: () => step(chosenIndex < 0 ? 0 : -1),
  }
}
