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
    Find, rename, replace and move the photos and documents of all your listings here. Drop files anywhere on this page,
    or add them to a listing.
  </EmptyPlace>
)

/** There are files, but not these. */
export function NothingFound({ wish }: { wish: FilesWish }) {
  const title = wish.search ? `No results for “${wish.search}”` : 'No files match these filters'
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
      We searched file names, original file names and listing titles.
    </EmptyPlace>
  )
}
