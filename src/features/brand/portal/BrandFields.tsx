import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { isReadableColour } from '#features/agencies/brandLook.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { PictureField } from '#ui/form/PictureField.tsx'
import { teal } from '#ui/theme/tokens.ts'
import { type BrandSettings, brandQuery, saveLogo } from '../brand.functions.ts'
import { resendOfficeEmailLink } from '../officeEmail.functions.ts'
import classes from './BrandFields.module.css'

/** A logo is mostly small, and is sent as it is: the server decides what it is. A large one keeps its transparency if it can. */
const logoSize = { maxSidePx: 1_200, keptUpToBytes: 700_000, formats: ['image/png', 'image/webp'] } as const

export const LogoField = ({ logo }: { logo: BrandSettings['logo'] }) => (
  <PictureField
    noun="logo"
    url={logo?.url ?? null}
    size={logoSize}
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

interface ColourFieldProps {
  value: string
  field: Partial<Parameters<typeof TextInput>[0]>
  onPick: (colour: string) => void
}

const COMPLETE_COLOUR = /^#?[0-9a-f]{6}$/i

/** Says at once when buyers could not read it. */
export function ColourField({ value, field, onPick }: ColourFieldProps) {
  const typed = value.trim()
  const colour = typed.startsWith('#') ? typed : `#${typed}`
  const isComplete = COMPLETE_COLOUR.test(typed)
  const isRefused = isComplete && !isReadableColour(colour)
  return (
    <div>
      <TextInput
        label="Colour"
        description="For buttons and links. Leave it empty to use ours."
        placeholder={teal}
        classNames={{ wrapper: classes.colour }}
        maxLength={9}
        autoComplete="off"
        leftSection={
          <input
            type="color"
            className={classes.swatch}
            aria-label="Pick a colour"
            value={isComplete ? colour.toLowerCase() : teal}
            onChange={({ currentTarget }) => onPick(currentTarget.value)}
          />
        }
        {...field}
      />
      <p className={classes.warning} role="status">
        {isRefused && 'This colour is too light to read on white. Buyers see our colour until you choose a darker one.'}
      </p>
    </div>
  )
}

interface OfficeEmailFieldProps {
  field: ComponentProps<typeof TextInput>
  /** The saved address, if nobody has confirmed it yet. */
  waitingFor: string
}

/** The address gets copies once its reader has confirmed that. */
export function OfficeEmailField({ field, waitingFor }: OfficeEmailFieldProps) {
  const resend = useMutation({
    mutationFn: () => resendOfficeEmailLink(),
    onSuccess: () => showToast(`Link sent to ${waitingFor}.`),
    meta: { handled: true },
  })
  return (
    <div>
      <TextInput
        label="Office email address"
        description="Gets a copy of each email about a new lead, once it’s confirmed by a link we send there. Buyers don’t see it."
        type="email"
        autoComplete="off"
        {...field}
      />
      {waitingFor && (
        <>
          <p className={classes.waiting} role="status">
            {`Waiting for confirmation. We’ve emailed a link to ${waitingFor}. `}
            <Button variant="subtle" size="compact-sm" loading={resend.isPending} onClick={() => resend.mutate()}>
              Send again
            </Button>
          </p>
          <FailureAlert error={resend.error} />
        </>
      )}
    </div>
  )
}
