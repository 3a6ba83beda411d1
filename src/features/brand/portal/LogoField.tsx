import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { PictureField } from '#ui/form/PictureField.tsx'
import { type BrandSettings, brandQuery, saveLogo } from '../brand.functions.ts'
import classes from './LogoField.module.css'

/** A logo is mostly small, and is sent as it is: the server decides what it is. A large one keeps its transparency if it can. */
const size = { maxSidePx: 1_200, keptUpToBytes: 700_000, formats: ['image/png', 'image/webp'] } as const

export const LogoField = ({ logo }: { logo: BrandSettings['logo'] }) => (
  <PictureField
    noun="logo"
    url={logo?.url ?? null}
    size={size}
    hint="PNG, JPEG or WebP, for a white background. Saved straight away. You can also drop it here."
    save={(picture) => saveLogo({ data: { logo: picture } })}
    queryKey={queryKeys.brand}
    removeFromCache={(queryClient) =>
      queryClient.setQueryData(brandQuery.queryKey, (settings) => settings && { ...settings, logo: null })
    }
    invalidates={[brandQuery, { queryKey: queryKeys.agency }]}
  >
    <span className={classes.frame}>{logo ? <img src={logo.url} alt="Your logo" /> : <span>No logo yet</span>}</span>
  </PictureField>
)
