import { NativeSelect } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type FindListings, ListingSelect } from '#ui/ListingSelect.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { icon } from '#ui/theme.ts'
import { kinds } from '../KindSelect.tsx'
import { ChooseFiles } from '../uploads/ChooseFiles.tsx'
import classes from './FilesPage.module.css'
import type { FilesWish } from './filesWish.ts'
import { StorageUsed } from './StorageUsed.tsx'

const kindChoices = [{ value: '', label: 'All types' }, { value: 'image', label: 'Photo' }, ...kinds] as const
const stateChoices = [
  { value: '', label: 'All statuses' },
  { value: 'ready', label: 'Ready' },
  { value: 'processing', label: 'Preparing' },
  { value: 'failed', label: 'Needs attention' },
  { value: 'archived', label: 'Archived' },
] as const
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'size', label: 'Largest first' },
] as const

interface FilesBarProps {
  wish: FilesWish
  onWish: (change: Partial<FilesWish>) => void
  findListings: FindListings
  /** What the chosen listing is called, once its files are there. */
  listingTitle?: string
}

export const FilesBar = ({ wish, onWish, findListings, listingTitle }: FilesBarProps) => (
  <>
    <div className={classes.top}>
      <StorageUsed />
      <ChooseFiles label="Upload files" size="sm" variant="filled" place={{}} leftSection={<IconUpload {...icon} />} />
    </div>
    <div className={classes.bar}>
      <SearchField
        className={classes.search}
        label="Search files"
        value={wish.search}
        onSearch={(search) => onWish({ search })}
      />
      <ListingSelect
        className={classes.listing}
        aria-label="Listing"
        placeholder="All listings"
        clearable
        findListings={findListings}
        before={[{ value: 'none', label: 'No listing' }]}
        value={wish.listing || null}
        valueTitle={listingTitle}
        onChoose={(listing) => onWish({ listing: listing ?? '' })}
      />
      <Choice label="Type" data={kindChoices} value={wish.kind} onChoose={(kind) => onWish({ kind })} />
      <Choice label="Status" data={stateChoices} value={wish.state} onChoose={(state) => onWish({ state })} />
      <Choice label="Sort" data={sorts} value={wish.sort} onChoose={(sort) => onWish({ sort })} />
    </div>
  </>
)

interface ChoiceProps<Value extends string> {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ label, data, value, onChoose }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      className={classes.choice}
      aria-label={label}
      data={[...data]}
      value={value}
      onChange={(event) => {
        const chosen = data[event.currentTarget.selectedIndex]
        if (chosen) onChoose(chosen.value)
      }}
    />
  )
}
