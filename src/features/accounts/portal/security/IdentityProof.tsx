import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { type IdentityProvider, providerNames } from '#values/identityProviders.ts'
import { ProviderMark } from '../../identities/IdentityButtons.tsx'
import { beginIdentityProof } from '../../identities/identities.functions.ts'
import { proofOptionsQuery } from '../../secondFactor/secondFactor.functions.ts'

const LOOK_AGAIN_MS = 1_500

interface IdentityProofProps {
  providers: readonly IdentityProvider[]
  onProven: () => void
}

/** Someone signs in again at Google or Microsoft, in another tab, so that this page keeps everything. */
export function IdentityProof({ providers, onProven }: IdentityProofProps) {
  const { mutate, isSuccess, isPending, variables, error } = useMutation({
    mutationFn: async ({ provider, tab }: { provider: IdentityProvider; tab: Window | null }) => {
      try {
        const { url } = await beginIdentityProof({ data: { provider } })
        if (tab) tab.location.href = url
      } catch (failure) {
        tab?.close()
        throw failure
      }
    },
    meta: { handled: true },
  })
  const { data } = useQuery({ ...proofOptionsQuery, enabled: isSuccess, refetchInterval: LOOK_AGAIN_MS })
  const goOn = useEffectEvent(onProven)
  const isProven = isSuccess && data?.isProven === true
  useEffect(() => {
    if (isProven) goOn()
  }, [isProven])
  return (
    <>
      <FailureAlert error={error} />
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="default"
          leftSection={<ProviderMark provider={provider} />}
          loading={isPending && variables.provider === provider}
          // Opened by the click itself, because browsers refuse it later.
          onClick={() => mutate({ provider, tab: window.open('about:blank', '_blank') })}
        >
          Sign in again with {providerNames[provider]}
        </Button>
      ))}
      {isSuccess && (
        <Text size="sm" c="dimmed" role="status">
          Sign in in the tab that has opened. We’ll go on here.
        </Text>
      )}
    </>
  )
}
