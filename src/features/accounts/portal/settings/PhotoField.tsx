import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { PictureField } from '#ui/form/PictureField.tsx'
import { AgentPhoto } from '../../public/AgentCard.tsx'
import { savePhoto, settingsQuery } from '../../settings.functions.ts'
import classes from './PhotoField.module.css'

interface PhotoFieldProps {
  photoUrl: string | null
  firstName: string
  lastName: string
}

/** The card shows 320 pixels. All browsers can write JPEG. */
const size = { maxSidePx: 640, formats: ['image/webp', 'image/jpeg'] } as const

export const PhotoField = (agent: PhotoFieldProps) => (
  <PictureField
    noun="photo"
    url={agent.photoUrl}
    size={size}
    hint="JPEG, PNG or WebP, saved straight away. You can also drop it here."
    save={(photo) => savePhoto({ data: { photo } })}
    queryKey={queryKeys.settings}
    removeFromCache={(queryClient) =>
      queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, photoUrl: null })
    }
    invalidates={[settingsQuery]}
  >
    <AgentPhoto {...agent} className={classes.photo} />
  </PictureField>
)
