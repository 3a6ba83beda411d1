import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import { type HeatLevel, heatLevelLabels, heatLevels } from '#features/analytics/heatLevels.ts'
import { type FindListings, ListingFilter } from '#features/listings/portal/ListingSelect.tsx'
import { addDays, todayIn } from '#ui/format/dates.ts'
import {
  ChipLink,
  Chips,
  DateRangeFields,
  ExportCsvButton,
  FilterSelect,
  ListFilterBar,
  SearchField,
} from '#ui/table/ListFilters.tsx'
import { answerFiltersQuery, leadCountsQuery } from '../leads.functions.ts'
import {
  countLeadFilters,
  type LeadSort,
  type LeadsSearch,
  leadCountsInput,
  leadStatuses,
  leadsCsvUrl,
  noLeadFilters,
  statusLabels,
} from '../leadsSearch.ts'
import { AddLeadButtons } from './add/AddLeadDialog.tsx'

const sortOptions: { value: LeadSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'seen', label: 'Last seen' },
  { value: 'heat', label: 'Hottest first' },
]

const heatOptions: { value: HeatLevel | ''; label: string }[] = [
  { value: '', label: 'Any heat' },
  ...heatLevels.map((level) => ({ value: level, label: heatLevelLabels[level] })),
]

const assignedToMe = { value: 'assigned', label: 'Assigned to me' }

interface LeadsFiltersProps {
  search: LeadsSearch
  onSearchChange: (change: Partial<LeadsSearch>) => void
  findListings: FindListings
  /** The title of the selected listing, where it is known. */
  listingTitle?: string
  /** The day of the selected open home, where it is known. */
  openHomeDay?: string
  timeZone: string
}

export const LeadsFilters = ({
  search,
  onSearchChange,
  findListings,
  listingTitle,
  openHomeDay,
  timeZone,
}: LeadsFiltersProps) => (
  <ListFilterBar
    noun="leads"
    chips={<StatusFilter search={search} />}
    actions={<AddLeadButtons />}
    search={
      <SearchField label="Search leads" value={search.search} onSearch={(search) => onSearchChange({ search })} />
    }
    activeCount={countLeadFilters(search)}
    onClear={() => onSearchChange(noLeadFilters)}
  >
    <ExportCsvButton href={leadsCsvUrl(search)} />
    <WhoseSelect value={search.whose} onSelect={(whose) => onSearchChange({ whose })} extra={assignedToMe} />
    <ListingFilter
      findListings={findListings}
      listing={search.listing}
      title={listingTitle}
      onSelect={(listing) => onSearchChange({ listing })}
    />
    <OpenHomeFilter value={search.openHome} day={openHomeDay} onSelect={(openHome) => onSearchChange({ openHome })} />
    <AnswerFilter search={search} onSearchChange={onSearchChange} />
    <DayFilter search={search} onSearchChange={onSearchChange} timeZone={timeZone} />
    <FilterSelect
      label="Heat"
      options={heatOptions}
      value={search.heat}
      onSelect={(heat) => onSearchChange({ heat })}
    />
    <FilterSelect
      label="Sort"
      options={sortOptions}
      value={search.sort}
      onSelect={(sort) => onSearchChange({ sort })}
    />
  </ListFilterBar>
)

function StatusFilter({ search }: { search: LeadsSearch }) {
  const { data: counts } = useQuery({
    ...leadCountsQuery(leadCountsInput(search)),
    placeholderData: keepPreviousData,
  })
  const all = counts && leadStatuses.reduce((sum, status) => sum + counts[status], 0)
  const choices = [
    { status: '', label: 'All', count: all },
    { status: 'needs_reply', label: 'Needs a reply', count: counts?.needs_reply },
    ...leadStatuses.map((status) => ({ status, label: statusLabels[status], count: counts?.[status] })),
    { status: 'archived', label: 'Archived', count: counts?.archived },
  ] as const
  return (
    <Chips label="Filter by status">
      {choices.map(({ status, label, count }) => (
        <ChipLink
          key={label}
          to="/portal/leads"
          search={{ ...search, status, lead: '' }}
          resetScroll={false}
          on={status === search.status}
          count={count}
        >
          {label}
        </ChipLink>
      ))}
    </Chips>
  )
}

interface OpenHomeFilterProps {
  value: string
  day: string | undefined
  onSelect: (openHome: string) => void
}

/** Leads that came to an open home. One by itself is selected by the link on its page. There is little room for the words. */
function OpenHomeFilter({ value, day, onSelect }: OpenHomeFilterProps) {
  const options = [
    { value: '', label: 'Any visits' },
    { value: 'any', label: 'Came to visit' },
    ...(value === '' || value === 'any' ? [] : [{ value, label: day ? `Came ${day}` : 'Came to one' }]),
  ]
  return <FilterSelect label="Came to an open home" options={options} value={value} onSelect={onSelect} />
}

interface AnswerFilterProps {
  search: Pick<LeadsSearch, 'question' | 'answer'>
  onSearchChange: (change: Partial<LeadsSearch>) => void
}

/** Leads by what they answered. Hidden until someone has answered a question. */
function AnswerFilter({ search: { question, answer }, onSearchChange }: AnswerFilterProps) {
  const { data: known = [] } = useQuery(answerFiltersQuery)
  const isListed = known.some((one) => one.question === question && one.answer === answer)
  // A link may filter by an answer that nobody gives any more.
  const answers = question && !isListed ? [{ question, answer }, ...known] : known
  if (answers.length === 0) return null
  const options = [
    { value: '', label: 'Any answers', question: '', answer: '' },
    ...answers.map((one) => ({
      ...one,
      value: filterValue(one),
      label: `${one.question} ${one.answer || 'Answered'}`,
    })),
  ]
  return (
    <FilterSelect
      label="Answers"
      options={options}
      value={question && filterValue({ question, answer })}
      onSelect={(value) => {
        const { question, answer } = options.find((one) => one.value === value) ?? { question: '', answer: '' }
        onSearchChange({ question, answer })
      }}
    />
  )
}

const filterValue = ({ question, answer }: { question: string; answer: string }) => `${question}\n${answer}`

/** "The last 7 days" begins six days before today. */
const dayRanges = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
] as const

export const startOfRange = (today: string, days: number) => addDays(today, 1 - days)

interface DayFilterProps {
  search: LeadsSearch
  onSearchChange: (change: Partial<LeadsSearch>) => void
  timeZone: string
}

const dayOptions = [
  { value: '', label: 'Any time' },
  ...dayRanges.map(({ days, label }) => ({ value: String(days), label })),
  { value: 'custom', label: 'Custom dates' },
]

/** When the leads were received: in a usual range, or between two days. */
function DayFilter({ search: { from, to }, onSearchChange, timeZone }: DayFilterProps) {
  const [isCustom, setCustom] = useState(false)
  const today = todayIn(timeZone)
  const range = dayRanges.find(({ days }) => from === startOfRange(today, days) && !to)
  const selected = isCustom || to || (from && !range) ? 'custom' : range ? String(range.days) : ''
  const select = (value: string) => {
    setCustom(value === 'custom')
    if (value !== 'custom') onSearchChange({ from: value && startOfRange(today, Number(value)), to: '' })
  }
  return (
    <>
      <FilterSelect label="Received" options={dayOptions} value={selected} onSelect={select} />
      {selected === 'custom' && <DateRangeFields from={from} to={to} today={today} onDays={onSearchChange} />}
    </>
  )
}
