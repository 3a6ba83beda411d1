import { Button, Divider, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { icon } from '#ui/theme/theme.ts'
import { answerWithPasskey, canUsePasskeys } from '../passkeys/passkeyBrowser.ts'
import { SecondStepForm } from './SecondStepForm.tsx'
import { beginPasskeyStep, finishSignIn } from './secondFactor.functions.ts'

interface SecondStepChoiceProps {
  hasAuthenticator: boolean
  hasPasskey: boolean
  onDone: () => unknown
  onFailure?: (error: unknown) => void
}

/** Finishes signing in after the password, with what the account has: a code, a recovery code or a passkey. */
export const SecondStepChoice = ({ hasAuthenticator, hasPasskey, ...outcome }: SecondStepChoiceProps) => (
  <Stack gap="md">
    {hasAuthenticator && <SecondStepForm label="Sign in" send={(step) => finishSignIn({ data: step })} {...outcome} />}
    {hasPasskey && (
      <UsePasskey
        size="md"
        isOnly={!hasAuthenticator}
        use={async () => {
          const passkey = await answerWithPasskey(await beginPasskeyStep())
          await finishSignIn({ data: { kind: 'passkey', passkey } })
        }}
        {...outcome}
      />
    )}
  </Stack>
)

interface UsePasskeyProps {
  /** Lets a passkey answer, and sends what it says. */
  use: () => Promise<unknown>
  onDone: () => unknown
  onFailure?: (error: unknown) => void
  /** Without a form above it. */
  isOnly: boolean
  size?: 'md'
}

export function UsePasskey({ use, onDone, onFailure, isOnly, size }: UsePasskeyProps) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: use,
    onSuccess: onDone,
    onError: onFailure,
    meta: { handled: true },
  })
  if (useHydrated() && !canUsePasskeys())
    return isOnly && <Text size="sm">Passkeys don’t work in this browser. Please use another one.</Text>
  return (
    <>
      {!isOnly && <Divider label="or" />}
      <FailureAlert error={error} />
      <Button
        variant={isOnly ? 'filled' : 'default'}
        size={size}
        leftSection={<IconFingerprint {...icon} />}
        loading={isPending || isSuccess}
        onClick={() => mutate()}
        autoFocus={isOnly}
      >
        Use a passkey
      </Button>
    </>
  )
}
