import { fetchListings } from '../listings.functions.ts'

/** Titles of listings, for filters and other selects. */
export async function findListingNames(search: string) {
  const { listings } = await fetchListings({ data: { search: search.slice(0, 100), sort: 'title', limit: 50 } })
  return listings.map(({ id, title }) => ({ id, title }))
}
