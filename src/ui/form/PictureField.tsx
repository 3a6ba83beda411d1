import { Button, FileButton, Group, Loader } from '@mantine/core'
import type { InvalidateQueryFilters, QueryClient, QueryKey } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useOptimisticMutation } from '../mutation/useOptimisticMutation.ts'
import classes from './PictureField.module.css'
import { type PictureSize, pictureAsBase64 } from './pictureAsBase64.ts'

interface PictureFieldProps extends StoredPicture {
  hint: string
  /** How it looks where it is used, or that there is none yet. */
  children: ReactNode
}

/** A picture that is saved as soon as it is chosen or dropped. */
export function PictureField({ hint, children, ...picture }: PictureFieldProps) {
  const { noun, url } = picture
  const { choose, remove, isPending } = usePictureActions(picture)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) choose(file)
  }
  const hover = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button beside does the same
    <div
      className={classes.place}
      data-over={isOver || undefined}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={classes.frame} data-busy={isPending || undefined}>
        {children}
        {isPending && <Loader className={classes.busy} size="sm" />}
      </span>
      <div className={classes.actions}>
        <Group gap="xs">
          <FileButton onChange={(file) => file && choose(file)} accept="image/jpeg,image/png,image/webp,image/*">
            {({ onClick }) => (
              <Button variant="default" size="xs" onClick={onClick} loading={isPending}>
                {url ? `Change ${noun}` : `Add a ${noun}`}
              </Button>
            )}
          </FileButton>
          {url && (
            <Button variant="subtle" color="gray.7" size="xs" onClick={remove} disabled={isPending}>
              Remove {noun}
            </Button>
          )}
        </Group>
        <p className={classes.hint}>{isOver ? `Drop to use this ${noun}.` : hint}</p>
      </div>
    </div>
  )
}

interface StoredPicture {
  noun: 'photo' | 'logo'
  /** Where it is now. */
  url: string | null
  size: PictureSize
  /** Stores the bytes in base64, or removes the picture. */
  save: (picture: string | null) => Promise<unknown>
  /** Of the query that the field shows. */
  queryKey: QueryKey
  /** Takes it out of that query, before the server has answered. */
  removeFromCache: (queryClient: QueryClient) => unknown
  invalidates: readonly InvalidateQueryFilters[]
}

function usePictureActions({ noun, url, size, save, queryKey, removeFromCache, invalidates }: StoredPicture) {
  const label = noun === 'photo' ? 'Photo' : 'Logo'
  const choose = useOptimisticMutation({
    mutationFn: async (file: Blob) => save(await pictureAsBase64(file, noun, size)),
    queryKey,
    successMessage: () => `${label} saved.`,
    invalidates,
  })
  const remove = useOptimisticMutation({
    // Downloaded before it is removed, so that undo can restore it.
    mutationFn: async (removed: string) => {
      const kept = await (await fetch(removed)).blob()
      await save(null)
      return kept
    },
    queryKey,
    updateCache: removeFromCache,
    successMessage: () => `${label} removed.`,
    undo: (_url, _rollback, kept) => () => choose.mutate(kept),
    invalidates,
  })
  return {
    choose: choose.mutate,
    remove: () => url && remove.mutate(url),
    isPending: choose.isPending || remove.isPending,
  }
}
