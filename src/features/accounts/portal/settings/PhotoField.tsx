import { Button, FileButton, Group, Loader } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { AgentPhoto } from '../../public/AgentCard.tsx'
import { savePhoto, settingsQuery } from '../../settings.functions.ts'
import classes from './PhotoField.module.css'

interface PhotoFieldProps {
  photoUrl: string | null
  firstName: string
  lastName: string
}

export function PhotoField({ photoUrl, firstName, lastName }: PhotoFieldProps) {
  const { choose, remove, isPending } = usePhotoActions(photoUrl)
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
      <span className={classes.frame}>
        <AgentPhoto photoUrl={photoUrl} firstName={firstName} lastName={lastName} className={classes.photo} />
        {isPending && <Loader className={classes.busy} size="sm" color="white" />}
      </span>
      <div>
        <Group gap="xs">
          <FileButton onChange={(file) => file && choose(file)} accept="image/jpeg,image/png,image/webp,image/*">
            {({ onClick }) => (
              <Button variant="default" size="xs" onClick={onClick} loading={isPending}>
                {photoUrl ? 'Change photo' : 'Add a photo'}
              </Button>
            )}
          </FileButton>
          {photoUrl && (
            <Button variant="subtle" color="gray.7" size="xs" onClick={remove} disabled={isPending}>
              Remove photo
            </Button>
          )}
        </Group>
        <p className={classes.hint}>
          {isOver ? 'Drop to use this photo.' : 'JPEG, PNG or WebP, saved straight away. You can also drop it here.'}
        </p>
      </div>
    </div>
  )
}

/** Saved as soon as it is chosen. */
function usePhotoActions(photoUrl: string | null) {
  const choose = useOptimisticMutation({
    mutationFn: async (file: Blob) => savePhoto({ data: { photo: await blobToBase64(await shrinkPhoto(file)) } }),
    queryKey: queryKeys.settings,
    successMessage: () => 'Photo saved.',
    invalidates: [settingsQuery],
  })

  const remove = useOptimisticMutation({
    // Downloaded before it is removed, so that undo can restore it.
    mutationFn: async (url: string) => {
      const kept = await (await fetch(url)).blob()
      await savePhoto({ data: { photo: null } })
      return kept
    },
    queryKey: queryKeys.settings,
    updateCache: (queryClient) =>
      queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, photoUrl: null }),
    successMessage: () => 'Photo removed.',
    undo: (_url, _rollback, kept) => () => choose.mutate(kept),
    invalidates: [settingsQuery],
  })

  return {
    choose: choose.mutate,
    remove: () => photoUrl && remove.mutate(photoUrl),
    isPending: choose.isPending || remove.isPending,
  }
}

const MAX_SIDE_PX = 640
const PHOTO_QUALITY = 0.86

const unreadablePhoto = () =>
  new AppError('UnreadablePhoto', 422, 'We can’t read this photo. Use a JPEG, PNG or WebP instead.')

/** Photos from a phone are 5 MB and more; the card shows 320 pixels. Resizing here makes saving quick on any connection. */
async function shrinkPhoto(file: Blob) {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadablePhoto()
  })
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  // A browser that cannot write WebP returns a PNG, which may be too large. All browsers can write JPEG.
  const webp = await canvasToBlob(canvas, 'image/webp')
  return webp.type === 'image/webp' ? webp : canvasToBlob(canvas, 'image/jpeg')
}

const canvasToBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(unreadablePhoto())), type, PHOTO_QUALITY),
  )

function blobToBase64(blob: Blob) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(unreadablePhoto())
    reader.readAsDataURL(blob)
  })
}
