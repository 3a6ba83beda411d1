import { Button, Divider } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { icon } from '#ui/theme/theme.ts'
import { MINUTE_MS } from '#values/time.ts'
import { answerWithPasskey, canOfferPasskeys, canUsePasskeys, endPasskeyRequest } from './passkeyBrowser.ts'
import { beginPasskeySignIn, signInWithPasskey } from './passkeys.functions.ts'
import { CHALLENGE_MS, type PasskeyAssertion } from './passkeys.schema.ts'

interface PasskeySignInProps {
  /** Also beside the field that has `webauthn` in its `autocomplete`. */
  offersInField?: boolean
  onSignedIn: () => unknown
}

/** Signs in with one tap: with a passkey that the browser offers in the email field, or with the button. */
export function PasskeySignIn({ offersInField = false, onSignedIn }: PasskeySignInProps) {
  const isHydrated = useHydrated()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (picked: PasskeyAssertion | undefined) => {
      const assertion = picked ?? (await answerWithPasskey(await beginPasskeySignIn()))
      await signInWithPasskey({ data: assertion })
    },
    onSuccess: onSignedIn,
    meta: { handled: true },
  })
  useOffer(offersInField && !isPending && !isSuccess, mutate)
  if (isHydrated && !canUsePasskeys()) return null
  return (
    <>
      <Divider label="or" />
      <FailureAlert error={error} />
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconFingerprint {...icon} />}
        loading={isPending || isSuccess}
        onClick={() => mutate(undefined)}
      >
        Sign in with a passkey
      </Button>
    </>
  )
}

/** Before the challenge expires on the server. */
const RENEW_AFTER_MS = CHALLENGE_MS - MINUTE_MS

function useOffer(isOn: boolean, onPicked: (assertion: PasskeyAssertion) => void) {
  const pick = useEffectEvent(onPicked)
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let renewal: ReturnType<typeof setTimeout> | undefined
    async function offer() {
      if (!(await canOfferPasskeys())) return
      const challenge = await beginPasskeySignIn()
      if (isOver) return
      // A new request replaces this one.
      renewal = setTimeout(offerAgain, RENEW_AFTER_MS)
      pick(await answerWithPasskey(challenge, { isOffer: true }))
    }
    // Whatever fails here, the button and the password are still there.
    const offerAgain = () => void offer().catch(() => undefined)
    offerAgain()
    return () => {
      isOver = true
      clearTimeout(renewal)
    }
  }, [isOn])
  useEffect(() => endPasskeyRequest, [])
}
