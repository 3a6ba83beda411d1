import { Divider } from '@mantine/core'
import { IdentityButtons, useIdentityProviders } from '../identities/IdentityButtons.tsx'
import { beginIdentityVisit } from '../identities/identities.functions.ts'

interface FirstIdentityProps {
  /** What the emailed link is for. */
  purpose: 'join' | 'first_password'
  linkSecret: string
}

/** For someone who was invited and has no password yet: they need none. */
export function JoinWithProvider({ purpose, linkSecret }: FirstIdentityProps) {
  const providers = useIdentityProviders()
  if (providers.length === 0) return null
  return (
    <>
      <Divider label="or without a password" />
      <IdentityButtons
        providers={providers}
        begin={(provider) => beginIdentityVisit({ data: { purpose, provider, linkSecret } })}
      />
    </>
  )
}
