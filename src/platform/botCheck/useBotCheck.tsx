import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { forbidden } from '../errors.ts'
import { fetchBotCheck } from './botCheck.functions.ts'
import type { BotCheckAction } from './botCheck.schema.ts'

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
    const { solveBotChallenge } = await import('./solveChallenge.ts')
    return solveBotChallenge(check.challenge)
  }
  return new Promise<string>((resolve, reject) => {
    // A key of its own makes every attempt a new challenge.
    const key = crypto.randomUUID()
    show(<TurnstileCheck key={key} siteKey={check.siteKey} action={action} onAnswer={resolve} onFailure={reject} />)
  })
}

interface TurnstileCheckProps {
  siteKey: string
  action: BotCheckAction
  onAnswer: (answer: string) => void
  onFailure: (error: Error) => void
}

const SCRIPT_ID = 'cf-turnstile-script'

/** Only sites with Turnstile's keys load this. */
const Turnstile = lazy(() => import('@marsidev/react-turnstile').then((library) => ({ default: library.Turnstile })))

function TurnstileCheck({ siteKey, action, onAnswer, onFailure }: TurnstileCheckProps) {
  const fail = () => onFailure(forbidden('We couldn’t confirm that you’re a person. Please try again.'))

  /** Content blockers stop it for some: they should hear of it, and the next try must be able to load it again. */
  function watchScript() {
    const script = document.getElementById(SCRIPT_ID)
    script?.addEventListener('error', () => {
      script.remove()
      fail()
    })
  }

  return (
    <Suspense>
      <Turnstile
        siteKey={siteKey}
        options={{ action, appearance: 'interaction-only', size: 'flexible', theme: 'light', responseField: false }}
        scriptOptions={{ id: SCRIPT_ID }}
        onLoadScript={watchScript}
        onSuccess={onAnswer}
        onError={fail}
        onUnsupported={fail}
      />
    </Suspense>
  )
}
