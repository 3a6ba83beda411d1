import type { PublicListing } from '../listings.ts'

/** The page that is shown: everybody's, or for its agent alone what it will be. */
export type ShownListing = PublicListing & {
  /** Known in a preview only: everybody else sees nothing but public ones. */
  isPublic?: boolean
}
