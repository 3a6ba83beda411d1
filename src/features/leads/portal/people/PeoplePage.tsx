import { IconAddressBook } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import { HeatBadge } from '#features/analytics/portal/HeatBadge.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { formatAmount, fullName } from '#ui/format/format.ts'
import { ButtonLink } from '#ui/links.tsx'
import { FilterSelect, ListFilterBar, SearchField } from '#ui/table/ListFilters.tsx'
import { ListResult, NoMatches } from '#ui/table/ListResult.tsx'
import { PersonCell } from '#ui/table/PersonCell.tsx'
import { RowTable, RowTableSkeleton } from '#ui/table/RowTable.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type ListedPerson, peopleQuery } from '../../people/people.functions.ts'
import { type PeopleSearch, type PeopleSort, peopleQueryInput } from '../../people/peopleSearch.ts'
import classes from './PeoplePage.module.css'

interface PeoplePageProps {
  search: PeopleSearch
  onSearchChange: (change: Partial<PeopleSearch>) => void
  timeZone: string
}

const sortOptions: { value: PeopleSort; label: string }[] = [
  { value: 'seen', label: 'Last seen' },
  { value: 'hottest', label: 'Hottest first' },
  { value: 'name', label: 'Name, A to Z' },
]

/** Everyone who asked about any listing, once each. */
export function PeoplePage({ search, onSearchChange, timeZone }: PeoplePageProps) {
  const query = useInfiniteQuery({ ...peopleQuery(peopleQueryInput(search)), placeholderData: keepPreviousData })
  const people = query.data?.pages.flatMap((page) => page.people) ?? []
  return (
    <>
      <ListFilterBar
        noun="people"
        search={
          <SearchField label="Search people" value={search.search} onSearch={(search) => onSearchChange({ search })} />
        }
        activeCount={search.whose ? 1 : 0}
        onClear={() => onSearchChange({ whose: '' })}
      >
        <WhoseSelect value={search.whose} onSelect={(whose) => onSearchChange({ whose })} />
        <FilterSelect
          label="Sort"
          options={sortOptions}
          value={search.sort}
          onSelect={(sort) => onSearchChange({ sort })}
        />
      </ListFilterBar>
      <ListResult
        query={query}
        what="your people"
        skeleton={<RowTableSkeleton columns={columns} />}
        isEmpty={people.length === 0}
        empty={search.search || search.whose ? <NoMatchingPeople search={search} /> : <NoPeople />}
      >
        <RowTable columns={columns}>
          {people.map((one) => (
            <PersonRow key={one.id} person={one} timeZone={timeZone} />
          ))}
        </RowTable>
      </ListResult>
    </>
  )
}

const columns = [
  { name: 'Name', className: classes.name },
  { name: 'Contact', className: classes.contact },
  { name: 'Heat', className: classes.heat },
  { name: 'Enquiries', className: classes.figure },
  { name: 'Last seen', className: classes.time },
]

function PersonRow({ person, timeZone }: { person: ListedPerson; timeZone: string }) {
  const { id, email, phoneText, heat, leadCount, lastSeenAt } = person
  return (
    <tr className={classes.row}>
      <PersonCell {...person} className={classes.name}>
        <Link to="/portal/people/$id" params={{ id }} className={classes.link}>
          <bdi>{fullName(person)}</bdi>
        </Link>
        <div className={classes.onPhone}>{phoneText || email}</div>
        {leadCount > 1 && <div className={classes.onPhone}>{formatAmount(leadCount)} enquiries</div>}
      </PersonCell>
      <td className={classes.contact}>
        <div>{phoneText}</div>
        <div className={classes.email}>{email}</div>
      </td>
      <td className={classes.heat}>
        <HeatBadge heat={heat} />
      </td>
      <td className={classes.figure}>{formatAmount(leadCount)}</td>
      <td className={classes.time}>
        <RelativeTime moment={lastSeenAt} timeZone={timeZone} />
      </td>
    </tr>
  )
}

const NoPeople = () => (
  <EmptyState
    icon={<IconAddressBook {...icon} />}
    placeholder="rows"
    title="No people yet"
    action={<ButtonLink to="/portal/leads">Go to leads</ButtonLink>}
  >
    Everyone who asks about one of your listings appears here once, with all their enquiries.
  </EmptyState>
)

const NoMatchingPeople = ({ search }: { search: PeopleSearch }) => (
  <NoMatches
    search={search.search}
    noun="people"
    action={
      <ButtonLink to="/portal/people" search={{ ...search, search: '', whose: '' }} variant="default">
        Show all people
      </ButtonLink>
    }
  >
    We searched names, email addresses and phone numbers.
  </NoMatches>
)
