import { type ComboboxItem, Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { useFilterLabel, WideFilterSlot } from '#ui/table/ListFilters.tsx'

export interface ListingName {
  id: string
  title: string
}

/** Finds listings by title. */
export type FindListings = (search: string) => Promise<ListingName[]>

interface ListingSelectProps extends Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'clearable'> {
  findListings: FindListings
  /** Choices before the listings. */
  before?: ComboboxItem[]
  value: string | null
  /** The title of the selected listing, where it is known already. */
  valueTitle?: string
  onSelect: (value: string | null, title: string) => void
}

/** One of the agent's listings, searched on the server because there may be many. */
export function ListingSelect({
  findListings,
  before = [],
  value,
  valueTitle,
  onSelect,
  ...select
}: ListingSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data: found = [] } = useQuery({
    queryKey: queryKeys.listings.names(search),
    queryFn: () => findListings(search),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })
  const titles = new Map(before.map((item) => [item.value, item.label]))
  for (const { id, title } of found) titles.set(id, title)
  if (value && !titles.has(value)) titles.set(value, valueTitle ?? 'One listing')
  return (
    <Select
      {...select}
      searchable
      data={[...titles].map(([id, label]) => ({ value: id, label }))}
      value={value}
      onChange={(id) => onSelect(id, titles.get(id ?? '') ?? '')}
      onSearchChange={(text) => setTyped([...titles.values()].includes(text) ? '' : text)}
      nothingFoundMessage="No listings match"
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}

interface ListingFieldProps {
  findListings: FindListings
  /** As `valueField` of a form returns it. */
  field: { value: string; error?: string; 'data-field': string; onChange: (value: string) => void }
}

/** The listing of a form. Searching remounts the input, so the field around it takes the focus when there is an error. */
export const ListingField = ({
  findListings,
  field: { value, error, 'data-field': name, onChange },
}: ListingFieldProps) => (
  <div data-field={name} tabIndex={-1}>
    <ListingSelect
      label="Listing"
      placeholder="Choose a listing"
      findListings={findListings}
      value={value || null}
      onSelect={(id) => onChange(id ?? '')}
    />
    {error && (
      <Text size="xs" c="red.9" mt={4}>
        {error}
      </Text>
    )}
  </div>
)

interface ListingFilterProps {
  findListings: FindListings
  /** Choices before the listings. */
  before?: ComboboxItem[]
  /** The id in the search; empty for all listings. */
  listing: string
  /** The title of that listing, where it is known already. */
  title?: string
  onSelect: (listing: string) => void
}

/** Limits a list to one listing. */
export const ListingFilter = ({ findListings, before, listing, title, onSelect }: ListingFilterProps) => (
  <WideFilterSlot>
    <ListingSelect
      {...useFilterLabel('Listing')}
      placeholder="All listings"
      clearable
      findListings={findListings}
      before={before}
      value={listing || null}
      valueTitle={title}
      onSelect={(id) => onSelect(id ?? '')}
    />
  </WideFilterSlot>
)
