import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { type IdentityProvider, providerNames } from '#values/identityProviders.ts'
import { currentUserQuery } from '../../accounts.functions.ts'
import { ProviderMark, useIdentityProviders } from '../../identities/IdentityButtons.tsx'
import { beginIdentityProof, beginIdentityVisit } from '../../identities/identities.functions.ts'
import { withOutcome } from '../../providerVisitResult.ts'
import { proofOptionsQuery } from '../../secondFactor/secondFactor.functions.ts'

const LOOK_AGAIN_MS = 1_500

interface IdentityProofProps {
  providers: readonly IdentityProvider[]
  onProven: () => void
}

/** Someone who is signed in proves that it is them. */
export function ProveWithProvider({ providers, onProven }: IdentityProofProps) {
  const tab = useIdentityTab((provider) => beginIdentityProof({ data: { provider } }))
  const { data } = useQuery({ ...proofOptionsQuery, enabled: tab.isOpen, refetchInterval: LOOK_AGAIN_MS })
  useCallOnce(tab.isOpen && data?.isProven === true, onProven)
  return <IdentityTabButtons providers={providers} tab={tab} />
}

/** Someone whose session has ended signs in again. */
export function SignInWithProvider({ onSignedIn }: { onSignedIn: () => void }) {
  const tab = useIdentityTab((provider) =>
    beginIdentityVisit({
      data: { purpose: 'sign_in', provider, from: withOutcome('/login/confirmed', provider, 'proven') },
    }),
  )
  const { dataUpdatedAt } = useQuery({ ...currentUserQuery, enabled: tab.isOpen, refetchInterval: LOOK_AGAIN_MS })
  useCallOnce(tab.isOpen && dataUpdatedAt > tab.openedAt, onSignedIn)
  return <IdentityTabButtons providers={useIdentityProviders()} tab={tab} size="md" />
}

/** Google or Microsoft in another tab, so that this page keeps everything. */
function useIdentityTab(begin: (provider: IdentityProvider) => Promise<{ url: string }>) {
  const { mutate, isSuccess, isPending, variables, submittedAt, error } = useMutation({
    mutationFn: async ({ provider, tab }: { provider: IdentityProvider; tab: Window | null }) => {
      try {
        const { url } = await begin(provider)
        if (tab) tab.location.href = url
      } catch (failure) {
        tab?.close()
        throw failure
      }
    },
    meta: { handled: true },
  })
  return {
    // Opened by the click itself, because browsers refuse it later.
    open: (provider: IdentityProvider) => mutate({ provider, tab: window.open('about:blank', '_blank') }),
    opening: isPending ? variables.provider : undefined,
    isOpen: isSuccess,
    openedAt: submittedAt,
    error,
  }
}

interface IdentityTabButtonsProps {
  providers: readonly IdentityProvider[]
  tab: ReturnType<typeof useIdentityTab>
  size?: 'sm' | 'md'
}

const IdentityTabButtons = ({ providers, tab, size }: IdentityTabButtonsProps) => (
  <>
    <FailureAlert error={tab.error} />
    {providers.map((provider) => (
      <Button
        key={provider}
        variant="default"
        size={size}
        leftSection={<ProviderMark provider={provider} />}
        loading={tab.opening === provider}
        onClick={() => tab.open(provider)}
      >
        Sign in again with {providerNames[provider]}
      </Button>
    ))}
    {tab.isOpen && (
      <Text size="sm" c="dimmed" role="status">
        Sign in using the tab that just opened. Then carry on here.
      </Text>
    )}
  </>
)

function useCallOnce(isDone: boolean, callback: () => void) {
  const call = useEffectEvent(callback)
  useEffect(() => {
    if (isDone) call()
  }, [isDone])
}
