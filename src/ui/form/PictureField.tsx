import { Button, FileButton, Group, Loader } from '@mantine/core'
import type { InvalidateQueryFilters, QueryClient, QueryKey } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { useOptimisticMutation } from '../mutation/useOptimisticMutation.ts'
import classes from './PictureField.module.css'

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

/** How large a picture may be that is sent to the server. */
interface PictureSize {
  maxSidePx: number
  /** Sent as it is up to this size. Without it, every picture is drawn again. */
  keptUpToBytes?: number
  /** The first that the browser can write and that is small enough, or else the last. */
  formats: readonly ('image/webp' | 'image/png' | 'image/jpeg')[]
}

const QUALITY = 0.88

/** Photos from a phone are 5 MB and more. Making them smaller here makes saving quick on any connection. */
async function pictureAsBase64(file: Blob, noun: string, size: PictureSize) {
  try {
    const isSmall = size.keptUpToBytes !== undefined && file.size <= size.keptUpToBytes
    return await readAsBase64(isSmall ? file : await drawSmaller(file, size))
  } catch {
    throw new AppError('UnreadablePicture', 422, `We can’t read this ${noun}. Use a JPEG, PNG or WebP instead.`)
  }
}

async function drawSmaller(file: Blob, { maxSidePx, keptUpToBytes, formats }: PictureSize) {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  let drawn: Blob | undefined
  for (const format of formats) {
    drawn = await canvasToBlob(canvas, format)
    // A browser that cannot write a format returns a PNG.
    if (drawn.type === format && drawn.size <= (keptUpToBytes ?? Number.POSITIVE_INFINITY)) break
  }
  if (!drawn) throw new Error('No format was given.')
  return drawn
}

const canvasToBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Nothing was drawn.'))), type, QUALITY),
  )

const readAsBase64 = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error('The file could not be read.'))
    reader.readAsDataURL(blob)
  })
