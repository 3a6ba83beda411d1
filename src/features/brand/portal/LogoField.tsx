import { Button, FileButton, Group, Loader } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { type BrandSettings, brandQuery, saveLogo } from '../brand.functions.ts'
import classes from './LogoField.module.css'

interface LogoFieldProps {
  logo: BrandSettings['logo']
}

/** Saved as soon as it is chosen, like the agent's photo. */
export function LogoField({ logo }: LogoFieldProps) {
  const { choose, remove, isPending } = useLogoActions(logo?.url)
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
        {isPending ? <Loader size="sm" /> : logo ? <img src={logo.url} alt="Your logo" /> : <span>No logo yet</span>}
      </span>
      <div>
        <Group gap="xs">
          <FileButton onChange={(file) => file && choose(file)} accept="image/png,image/jpeg,image/webp,image/*">
            {({ onClick }) => (
              <Button variant="default" size="xs" onClick={onClick} loading={isPending}>
                {logo ? 'Change logo' : 'Add a logo'}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button variant="subtle" color="gray.7" size="xs" onClick={remove} disabled={isPending}>
              Remove logo
            </Button>
          )}
        </Group>
        <p className={classes.hint}>
          {isOver
            ? 'Drop to use this logo.'
            : 'PNG, JPEG or WebP, for a white background. Saved straight away. You can also drop it here.'}
        </p>
      </div>
    </div>
  )
}

function useLogoActions(logoUrl: string | undefined) {
  const invalidates = [brandQuery, { queryKey: queryKeys.agency }]
  const choose = useOptimisticMutation({
    mutationFn: async (file: Blob) => saveLogo({ data: { logo: await blobToBase64(await shrinkLogo(file)) } }),
    queryKey: queryKeys.brand,
    successMessage: () => 'Logo saved.',
    invalidates,
  })

  const remove = useOptimisticMutation({
    // Downloaded before it is removed, so that undo can restore it.
    mutationFn: async (url: string) => {
      const kept = await (await fetch(url)).blob()
      await saveLogo({ data: { logo: null } })
      return kept
    },
    queryKey: queryKeys.brand,
    updateCache: (queryClient) =>
      queryClient.setQueryData(brandQuery.queryKey, (settings) => settings && { ...settings, logo: null }),
    successMessage: () => 'Logo removed.',
    undo: (_url, _rollback, kept) => () => choose.mutate(kept),
    invalidates,
  })

  return {
    choose: choose.mutate,
    remove: () => logoUrl && remove.mutate(logoUrl),
    isPending: choose.isPending || remove.isPending,
  }
}

const MAX_SENT_BYTES = 700_000
const MAX_SIDE_PX = 1_200

/** A logo is mostly small, and is sent as it is: the server decides what it is. A large one is made smaller first. */
async function shrinkLogo(file: Blob) {
  if (file.size <= MAX_SENT_BYTES) return file
  const picture = await createImageBitmap(file).catch(() => {
    throw new AppError('UnusableLogo', 422, 'We can’t read this logo. Use a PNG, JPEG or WebP instead.')
  })
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  )
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  // With its transparency, unless that is too large.
  const png = await canvas.convertToBlob({ type: 'image/png' })
  return png.size <= MAX_SENT_BYTES ? png : canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
}

const blobToBase64 = async (blob: Blob) => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
