import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { icon } from '#ui/theme.ts'
import { ReaderButton } from '../../BarButton.tsx'
import classes from './SearchBar.module.css'
import type { PdfSearch } from './useSearch.ts'

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
