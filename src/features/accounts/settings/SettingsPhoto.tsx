import { Button, FileButton, Group, Loader } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { AgentPhoto } from '../AgentPhoto.tsx'
import classes from './SettingsPhoto.module.css'
import { usePhotoActions } from './usePhoto.ts'

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
