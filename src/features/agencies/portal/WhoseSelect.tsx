import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '#ui/table/ListFilters.tsx'
import { agencyQuery } from '../agencies.functions.ts'
import { whoseOptions } from './memberNames.ts'

interface WhoseSelectProps<Extra extends string> {
  /** What the URL has: empty, `mine`, `shared`, or the id of an agent. */
  value: string
  onSelect: (whose: string) => void
  /** A choice that only this list has. */
  extra?: { value: Extra; label: string }
}

/** Narrows a list to someone's rows. Agents alone don't see it. */
export function WhoseSelect<Extra extends string>({ value, onSelect, extra }: WhoseSelectProps<Extra>) {
  const { data: agency } = useQuery(agencyQuery)
  const options = agency ? whoseOptions(agency, value === extra?.value ? '' : value) : []
  if (options.length === 0) return null
  const [all, mine, shared, ...agents] = options
  const shown = extra ? [all, mine, shared, extra, ...agents].filter((option) => option !== undefined) : options
  return <FilterSelect label="Whose" options={shown} value={value} onSelect={onSelect} />
}
