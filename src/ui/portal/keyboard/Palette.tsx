import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Icon as IconComponent, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { Dialog } from '../../overlay/Dialog.tsx'
import { icon } from '../../theme/theme.ts'
import classes from './Palette.module.css'

/** An entry of the palette. */
export interface PaletteItem {
  id: string
  group: string
  Icon: IconComponent
  label: string
  about?: string
  go: () => void
}

/** Searches the agent's data. Passed in, because it spans several features. */
export type FindPaletteItems = (search: string) => Promise<PaletteItem[]>

/** Narrows what is found: the control, and the value that it has now. */
export interface PaletteFilter {
  value: string
  control: ReactNode
}

interface PaletteProps {
  opened: boolean
  onClose: () => void
  /** Pages and actions, which are shown before anything is typed. */
  known: readonly PaletteItem[]
  find: FindPaletteItems
  filter?: PaletteFilter
}

/** Jumps to any listing, lead, file, page or action. Mantine's Combobox in a dialog; docs/decisions/0051 says why not Spotlight. */
export const Palette = ({ opened, ...palette }: PaletteProps) => (
  <Dialog title="Search" opened={opened} onClose={palette.onClose} size={560} centered={false} yOffset="12vh">
    <Search {...palette} />
  </Dialog>
)

/** Matches the start of a word, so that "l" finds Listings and Leads rather than everything with an l in it. */
const matches = ({ label }: PaletteItem, search: string) =>
  ` ${label}`.toLowerCase().includes(` ${search.toLowerCase()}`)

function Search({ onClose, known, find, filter }: Omit<PaletteProps, 'opened'>) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { data: found = [], isError } = useQuery({
    queryKey: queryKeys.palette(search, filter?.value ?? ''),
    queryFn: () => find(search),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })
  const targets = [...known.filter((target) => matches(target, typed.trim())), ...(typed.trim() ? found : [])]
  const groups = Map.groupBy(targets, ({ group }) => group)
  const list = useCombobox({ opened: true, onDropdownClose: onClose })
  const ids = targets.map(({ id }) => id).join()
  const selectFirst = useEffectEvent((_ids: string) => list.selectFirstOption())
  useEffect(() => {
    selectFirst(ids)
  }, [ids])
  const jump = (id: string) => {
    onClose()
    targets.find((target) => target.id === id)?.go()
  }
  return (
    <Combobox store={list} onOptionSubmit={jump}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          aria-label="Search listings, leads, files, pages and actions"
          placeholder="Search listings, leads, files, pages and actions"
          leftSection={<IconSearch {...icon} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      {filter && <div className={classes.filter}>{filter.control}</div>}
      <Combobox.Options className={classes.options} aria-label="Results">
        {[...groups].map(([group, members]) => (
          <Combobox.Group key={group} label={group}>
            {members.map(({ id, Icon, label, about }) => (
              <Combobox.Option key={id} value={id} className={classes.option}>
                <Icon {...icon} size={18} className={classes.icon} aria-hidden="true" />
                <bdi className={classes.label}>{label}</bdi>
                {about && <bdi className={classes.about}>{about}</bdi>}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {(isError || targets.length === 0) && (
        <p className={classes.none} role="status">
          {isError ? 'We couldn’t search right now. Try again in a moment.' : 'No results'}
        </p>
      )}
    </Combobox>
  )
}
