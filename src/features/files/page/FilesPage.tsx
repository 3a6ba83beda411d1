import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindListings } from '#ui/ListingSelect.tsx'
import { RowFrame } from '#ui/RowTable.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import { filesQuery, type ListedFile } from '../files.functions.ts'
import { FilePreview } from '../preview/FilePreview.tsx'
import { DropZone } from '../uploads/DropPlace.tsx'
import { FilesFilters } from './FilesBar.tsx'
import { FilesList } from './FilesList.tsx'
import { FilesSkeleton } from './FilesSkeleton.tsx'
import { type FilesSearch, hasFilters, filesQueryInput } from './filesWish.ts'
import { NoFiles, NoMatchingFiles } from './NothingFound.tsx'

interface FilesPageProps {
  wish: FilesSearch
  onWish: (change: Partial<FilesSearch>) => void
  findListings: FindListings
  timeZone: string
}

/** All files, of every listing and of none. */
export function FilesPage({ wish, onWish, findListings, timeZone }: FilesPageProps) {
  const list = useQuery({ ...filesQuery(filesQueryInput(wish)), placeholderData: keepPreviousData })
  const [previewed, setPreviewed] = useState<ListedFile>()
  const { files = [], total = 0 } = list.data ?? {}
  const hasNone = list.data && total === 0 && !hasFilters(wish)
  const filter = (change: Partial<FilesSearch>) => onWish({ page: 1, ...change })
  return (
    <>
      {!hasNone && (
        <FilesFilters
          wish={wish}
          onWish={filter}
          findListings={findListings}
          listingTitle={files.find(({ listingId }) => listingId === wish.listing)?.listingTitle ?? undefined}
        />
      )}
      {list.isPending && <FilesSkeleton />}
      {list.isError && !list.data && (
        <RowFrame>
          <SectionError what="Your files" busy={list.isFetching} onRetry={list.refetch} />
        </RowFrame>
      )}
      {hasNone && <NoFiles />}
      {list.data && !hasNone && files.length === 0 && <NoMatchingFiles wish={wish} />}
      {files.length > 0 && (
        <FilesList
          files={files}
          total={total}
          page={wish.page}
          isOld={list.isPlaceholderData}
          timeZone={timeZone}
          findListings={findListings}
          onPage={(page) => onWish({ page })}
          onPreview={setPreviewed}
        />
      )}
      <FilePreview file={previewed} onClose={() => setPreviewed(undefined)} />
      <DropZone />
    </>
  )
}
