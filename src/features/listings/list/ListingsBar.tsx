import { NativeSelect, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { SearchField } from '#ui/SearchField.tsx'
import { icon } from '#ui/theme.ts'
import type { ListingSort } from '../listingChoices.ts'
import classes from './ListingsBar.module.css'
import type { ListingsView } from './listingsView.ts'
import type { ListingsWish } from './listingsWish.ts'
import { StateFilter } from './StateFilter.tsx'

const sorts: { value: ListingSort; label: string }[] = [
  { value: 'changed', label: 'Last edited' },
  { value: 'created', label: 'Newest first' },
  { value: 'title', label: 'Title, A to Z' },
]

const views = [
  { value: 'grid', label: <ViewName Icon={IconLayoutGrid} name="Cards" /> },
  { value: 'table', label: <ViewName Icon={IconList} name="Table" /> },
] satisfies { value: ListingsView; label: unknown }[]

interface ListingsBarProps {
  wish: ListingsWish
  onWish: (change: Partial<ListingsWish>) => void
  view: ListingsView
  onView: (view: ListingsView) => void
}

export const ListingsBar = ({ wish, onWish, view, onView }: ListingsBarProps) => (
  <div className={classes.bar}>
    <StateFilter wish={wish} />
    <SearchField
      className={classes.search}
      label="Search listings"
      value={wish.search}
      onSearch={(search) => onWish({ search })}
    />
    <NativeSelect
      className={classes.sort}
      aria-label="Sort"
      data={sorts}
      value={wish.sort}
      onChange={(event) => onWish({ sort: sorts[event.currentTarget.selectedIndex]?.value })}
    />
    <SegmentedControl aria-label="View" data={views} value={view} onChange={onView} />
  </div>
)

function ViewName({ Icon, name }: { Icon: typeof IconList; name: string }) {
  return (
    <span className={classes.view}>
      <Icon {...icon} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}
