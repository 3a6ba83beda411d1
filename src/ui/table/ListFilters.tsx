import { Button, CloseButton, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconDownload, IconSearch } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import {
  type ComponentPropsWithRef,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { formatAmount } from '../format/format.ts'
import { SideDrawer } from '../overlay/Dialog.tsx'
import { icon } from '../theme/theme.ts'
import classes from './ListFilters.module.css'

/** Changes part of a search in the URL, without a new history entry and without scrolling to the top. */
export const searchChangeOptions = <Search,>(change: Partial<Search>) =>
  ({ search: (before: Search) => ({ ...before, ...change }), replace: true, resetScroll: false }) as const

/** The row above a page of numbers. It wraps on a narrow screen, and what belongs together stays together. */
export const FilterBar = ({ children }: { children: ReactNode }) => <div className={classes.bar}>{children}</div>

interface ListFilterBarProps {
  /** What the list has, in the plural. */
  noun: string
  /** The choices above the search. */
  chips?: ReactNode
  /** What can be done besides opening a row. Beside the choices, and on a phone above the search. */
  actions?: ReactNode
  /** Always in view. */
  search: ReactNode
  /** How many filters limit the list. Neither the search nor the order counts. */
  activeCount: number
  /** Clears those filters. */
  onClear: () => void
  children: ReactNode
}

/** The row above a list with a search. On a phone everything but the search is in a sheet, which one button opens. */
export function ListFilterBar({ noun, chips, actions, search, activeCount, onClear, children }: ListFilterBarProps) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <div className={classes.bar} data-folds>
      {actions ? (
        <div className={classes.top}>
          {chips}
          {actions}
        </div>
      ) : (
        chips
      )}
      {search}
      <Button
        className={classes.open}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal {...icon} />}
        data-active={activeCount > 0 || undefined}
        aria-haspopup="dialog"
        onClick={open}
      >
        Filters
        {activeCount > 0 && (
          <>
            {` · ${activeCount}`}
            <VisuallyHidden> active</VisuallyHidden>
          </>
        )}
      </Button>
      {children}
      <SideDrawer opened={isOpen} onClose={close} position="bottom" fitsContent title="Filters">
        <div className={classes.sheet}>
          <SheetContext value={true}>
            {chips}
            {children}
          </SheetContext>
          <div className={classes.foot}>
            {/* Not disabled, because the focus would be lost on a click. */}
            <Button
              variant="default"
              data-disabled={activeCount === 0 || undefined}
              aria-disabled={activeCount === 0}
              onClick={onClear}
            >
              Clear filters
            </Button>
            <Button onClick={close}>Show {noun}</Button>
          </div>
        </div>
      </SideDrawer>
    </div>
  )
}

/** Whether a filter is in the sheet of a phone. */
const SheetContext = createContext(false)

/** The label of a filter: in the sheet everyone sees it; in the row it is for screen readers, because the value says enough. */
export const useFilterLabel = (label: string) => (useContext(SheetContext) ? { label } : { 'aria-label': label })

/** Room for a filter with long values, such as the titles of listings. */
export const WideFilterSlot = ({ children }: { children: ReactNode }) => <div className={classes.wide}>{children}</div>

interface FilterSelectProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onSelect: (value: Value) => void
}

export function FilterSelect<Value extends string>({ label, options, value, onSelect }: FilterSelectProps<Value>) {
  return (
    <NativeSelect
      className={classes.select}
      {...useFilterLabel(label)}
      data={[...options]}
      value={value}
      onChange={(event) => {
        const selected = options[event.currentTarget.selectedIndex]
        if (selected) onSelect(selected.value)
      }}
    />
  )
}

const SEARCH_DELAY_MS = 250

interface SearchFieldProps {
  label: string
  /** The search in the URL. */
  value: string
  onSearch: (text: string) => void
}

/** Searches when the typing pauses. Escape and the cross clear it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const requested = useRef(value)
  const search = (text: string) => {
    if (text === requested.current) return
    requested.current = text
    onSearch(text)
  }
  const searchSoon = useDebouncedCallback(search, SEARCH_DELAY_MS)
  useEffect(() => {
    // When the URL changes for another reason (back, a link), the field follows. When it changes to the last request, the
    // field keeps what was typed since.
    if (value === requested.current) return
    requested.current = value
    setTyped(value)
  }, [value])
  const type = (text: string) => {
    setTyped(text)
    searchSoon(text.trim())
  }
  const clear = () => {
    searchSoon.cancel()
    setTyped('')
    search('')
  }
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed) clear()
  }
  return (
    <TextInput
      className={classes.search}
      aria-label={label}
      placeholder={label}
      type="search"
      enterKeyHint="search"
      maxLength={100}
      leftSection={<IconSearch {...icon} size={16} />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={clearOnEscape}
    />
  )
}

/** A row of choices of which one is selected. */
export const Chips = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className={classes.filter}>
    {children}
  </nav>
)

interface ChipProps extends ComponentPropsWithRef<'a'> {
  on: boolean
  /** How many there are. Its place is reserved while it is loading. */
  count?: number
}

/** A link, so that each choice can be bookmarked and opened in a new tab. */
export const ChipLink = createLink(({ on, children, ...rest }: ChipProps) => {
  const { count, ...link } = rest
  return (
    <a {...link} className={classes.choice} aria-current={on ? 'true' : undefined} data-on={on || undefined}>
      {children}
      {'count' in rest && <span className={classes.count}>{count === undefined ? '' : formatAmount(count)}</span>}
    </a>
  )
})

interface DateRangeFieldsProps {
  from: string
  to: string
  today: string
  /** The changed day; empty when it was cleared. */
  onDays: (change: { from?: string; to?: string }) => void
}

/** A custom range of days. */
export const DateRangeFields = ({ from, to, today, onDays }: DateRangeFieldsProps) => (
  <div className={classes.days}>
    <span>From</span>
    <DateField label="From" value={from} max={to || today} onDay={(day) => onDays({ from: day })} />
    <span>to</span>
    <DateField label="To" value={to} min={from} max={today} onDay={(day) => onDays({ to: day })} />
  </div>
)

interface DateFieldProps {
  label: string
  value: string
  min?: string
  max: string
  onDay: (day: string) => void
}

const DateField = ({ label, onDay, ...field }: DateFieldProps) => (
  <TextInput type="date" aria-label={label} {...field} onChange={(event) => onDay(event.currentTarget.value)} />
)

/** Downloads what the page shows. In a narrow row only the icon fits. */
export const ExportCsvButton = ({ href }: { href: string }) => (
  <Button component="a" className={classes.export} href={href} download variant="default" aria-label="Export CSV">
    <IconDownload {...icon} size={16} />
    <span className={classes.word}>Export CSV</span>
  </Button>
)
