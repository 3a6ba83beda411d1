import { type ReactNode, useCallback, useRef, useState } from 'react'
import { fetchBotCheck } from './botCheck.functions.ts'
import type { BotCheckAction } from './botCheck.ts'
import { TurnstileCheck } from './TurnstileCheck.tsx'

/** An answer counts for five minutes; the last of them is for the way to the server. */
const ANSWER_MAX_AGE_MS = 4 * 60_000

interface Attempt {
  startedAt: number
  answer: Promise<string>
}

/**
 * The unseen check that a form is sent by a person. `prepare` when somebody begins to fill it in, so that the answer is
 * there when `takeAnswer` needs it. Each answer is given out once. `challenge` goes into the form: it shows something
 * only to those whom Turnstile wants to see click.
 */
export function useBotCheck(action: BotCheckAction) {
  const current = useRef<Attempt>(undefined)
  const [challenge, setChallenge] = useState<ReactNode>(null)

  const prepare = useCallback(() => {
    if (current.current && Date.now() - current.current.startedAt < ANSWER_MAX_AGE_MS) return current.current
    const attempt = { startedAt: Date.now(), answer: answerCheck(action, setChallenge) }
    // Whoever takes the answer learns of the failure; until then it only means that the next try starts afresh.
    attempt.answer.catch(() => {
      if (current.current === attempt) current.current = undefined
    })
    current.current = attempt
    return attempt
  }, [action])

  const takeAnswer = useCallback(() => {
    const { answer } = prepare()
    current.current = undefined
    return answer
  }, [prepare])

  return { prepare, takeAnswer, challenge }
}

async function answerCheck(action: BotCheckAction, show: (challenge: ReactNode) => void) {
  const check = await fetchBotCheck({ data: { action } })
  if (check.provider === 'altcha') {
    const { solveBotChallenge } = await import('./solve.ts')
    return solveBotChallenge(check.challenge)
  }
  return new Promise<string>((resolve, reject) => {
    // A key of its own makes every attempt a new challenge.
    const key = crypto.randomUUID()
    show(<TurnstileCheck key={key} siteKey={check.siteKey} action={action} onAnswer={resolve} onFailure={reject} />)
  })
}
