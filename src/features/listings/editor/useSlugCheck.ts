import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { slugQuery } from '../listings.functions.ts'
import { Slug } from '../listings.ts'

export type SlugCheck = 'own' | 'wrong' | 'checking' | 'free' | 'taken' | 'unknown'

/** Says about an address, while it is typed, whether a listing can have it. */
export function useSlugCheck(slug: string, own?: { id: string; slug: string }): SlugCheck {
  const [settled] = useDebouncedValue(slug, 300)
  const isOwn = slug === own?.slug
  const isWrong = !Slug.safeParse(slug).success
  const enabled = !isOwn && !isWrong && settled === slug
  const { data, isError } = useQuery({ ...slugQuery(slug, own?.id), enabled })
  if (isOwn) return 'own'
  if (isWrong) return 'wrong'
  if (isError) return 'unknown'
  if (!enabled || data === undefined) return 'checking'
  return data ? 'free' : 'taken'
}
