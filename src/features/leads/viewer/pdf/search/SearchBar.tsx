import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { icon } from '#ui/theme.ts'
import { BarButton } from '../../BarButton.tsx'
import classes from './SearchBar.module.css'
import type { Search } from './useSearch.ts'

interface SearchBarProps {
  search: Search
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
        <output className={classes.outcome}>{outcome(search, pageCount)}</output>
      </form>
      <BarButton label="Previous match" onClick={search.previous} disabled={!search.hits.length}>
        <IconChevronUp {...icon} />
      </BarButton>
      <BarButton label="Next match" onClick={search.next} disabled={!search.hits.length}>
        <IconChevronDown {...icon} />
      </BarButton>
      <BarButton label="Close search" onClick={onClose}>
        <IconX {...icon} />
      </BarButton>
    </search>
  )
}

function outcome({ hits, place, pages, isSearching, isDone, hasWords }: Search, pageCount: number) {
  if (!isSearching) return ''
  if (hits.length) return `${place} of ${hits.length}${isDone ? '' : '+'}`
  if (!isDone) return `Page ${pages} of ${pageCount}…`
  return hasWords ? 'No results' : 'No searchable text'
}
