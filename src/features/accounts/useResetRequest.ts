import { useBotCheck } from '#platform/botCheck/useBotCheck.tsx'
import { requestPasswordReset } from './accounts.functions.ts'

/** Asks for a reset mail, each time with a bot check of its own. */
export function useResetRequest() {
  const { prepare, takeAnswer, challenge } = useBotCheck('reset_password')
  return {
    prepare,
    challenge,
    send: async (email: string) => requestPasswordReset({ data: { email, turnstile: await takeAnswer() } }),
  }
}
