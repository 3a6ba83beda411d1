import { IconFiles, IconSearch } from '@tabler/icons-react'
import { EmptyPlace } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { ChooseFiles } from '../uploads/ChooseFiles.tsx'
import { type FilesWish, isFiltered, noWish } from './filesWish.ts'

/** Nobody's first file yet. */
export const NoFiles = () => (
  <EmptyPlace
    icon={<IconFiles {...icon} />}
    ghost="rows"
    title="No files yet"
    action={
      <>
        <ChooseFiles label="Upload files" size="sm" variant="filled" place={{}} />
        <ButtonLink to="/portal/listings" variant="default">
          Go to listings
        </ButtonLink>
      </>
    }
  >
    Photos and documents of all your listings are kept here, to find, rename, replace or move. Drop them anywhere on
    this page, or add them from the listing they belong to.
  </EmptyPlace>
)

/** There are files, but not these. */
export function NothingFound({ wish }: { wish: FilesWish }) {
  const title = wish.search ? `Nothing matches “${wish.search}”` : 'No such files'
  return (
    <EmptyPlace
      icon={<IconSearch {...icon} />}
      title={title}
      action={
        <ButtonLink to="/portal/files" search={{ ...noWish, sort: wish.sort }} variant="default">
          {isFiltered(wish) ? 'Show all files' : 'Show the first page'}
        </ButtonLink>
      }
    >
      The search looks at names, at the names that files came with, and at the titles of their listings.
    </EmptyPlace>
  )
}
