import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLoaderData } from '@tanstack/react-router'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { type IdentityProvider, providerNames } from '#values/identityProviders.ts'
import classes from './IdentityButtons.module.css'

/** Whom agents can sign in with at this installation. */
export const useIdentityProviders = () => useLoaderData({ from: '__root__' }).identityProviders

interface IdentityButtonsProps {
  providers: readonly IdentityProvider[]
  /** Returns where the browser goes. */
  begin: (provider: IdentityProvider) => Promise<{ url: string }>
  /** Before the name. */
  verb?: string
  size?: 'sm' | 'md'
}

/** One below the other: "Continue with Google". The browser leaves the page. */
export function IdentityButtons({ providers, begin, verb = 'Continue with', size = 'md' }: IdentityButtonsProps) {
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: begin,
    onSuccess: ({ url }) => window.location.assign(url),
    meta: { handled: true },
  })
  const isLeaving = isPending || isSuccess
  if (providers.length === 0) return null
  return (
    <Stack gap="md">
      <FailureAlert error={error} />
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="default"
          size={size}
          fullWidth
          leftSection={<ProviderMark provider={provider} />}
          loading={isLeaving && variables === provider}
          disabled={isLeaving && variables !== provider}
          onClick={() => mutate(provider)}
        >
          {verb} {providerNames[provider]}
        </Button>
      ))}
    </Stack>
  )
}

/** A letter of our own drawing: the companies’ logos are theirs. */
export const ProviderMark = ({ provider }: { provider: IdentityProvider }) => (
  <span className={classes.mark} aria-hidden="true">
    {providerNames[provider].charAt(0)}
  </span>
)
