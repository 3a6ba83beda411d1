import { IconFiles, IconSearch } from '@tabler/icons-react'
import { EmptyState } from '#ui/EmptyPlace.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import { UploadButton } from '../uploads/ChooseFiles.tsx'
import { type FilesSearch, hasFilters, defaultFilesSearch } from './filesWish.ts'

/** Nobody's first file yet. */
export const NoFiles = () => (
  <EmptyState
    icon={<IconFiles {...icon} />}
    placeholder="rows"
    title="No files yet"
    action={
      <>
        <UploadButton label="Upload files" size="sm" variant="filled" place={{}} />
        <ButtonLink to="/portal/listings" variant="default">
          Go to listings
        </ButtonLink>
      </>
    }
  >
    Find, rename, replace and move the photos and documents of all your listings here. Drop files anywhere on this page,
    or add them to a listing.
  </EmptyState>
)

/** There are files, but not these. */
export function NoMatchingFiles({ wish }: { wish: FilesSearch }) {
  const title = wish.search ? `No results for “${wish.search}”` : 'No files match these filters'
  return (
    <EmptyState
      icon={<IconSearch {...icon} />}
      title={title}
      action={
        <ButtonLink to="/portal/files" search={{ ...defaultFilesSearch, sort: wish.sort }} variant="default">
          {hasFilters(wish) ? 'Show all files' : 'Show the first page'}
        </ButtonLink>
      }
    >
      We searched file names, original file names and listing titles.
    </EmptyState>
  )
}
