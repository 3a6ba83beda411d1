import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { forbidden } from '../errors.ts'
import { fetchBotCheck } from './botCheck.functions.ts'
import type { BotCheckAction } from './botCheck.schema.ts'

/** An answer is valid for five minutes; one of them is left for sending it. */
const ANSWER_MAX_AGE_MS = 4 * 60_000

interface Attempt {
  startedAt: number
  answer: Promise<string>
}

/**
 * An invisible check that a human sends the form. Call `prepare` when someone starts to fill it in, so that the answer is
 * ready for `takeAnswer`. Each answer is given out once. Render `challenge` inside the form: it shows something only if
 * Turnstile asks for a click.
 */
export function useBotCheck(action: BotCheckAction) {
  const current = useRef<Attempt>(undefined)
  const [challenge, setChallenge] = useState<ReactNode>(null)

  const prepare = useCallback(() => {
    if (current.current && Date.now() - current.current.startedAt < ANSWER_MAX_AGE_MS) return current.current
    const attempt = { startedAt: Date.now(), answer: answerCheck(action, setChallenge) }
    // `takeAnswer` reports the failure. Until then it only means that the next call starts again.
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
    // A new key makes every attempt a new challenge.
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

/** Loaded only where Turnstile is configured. */
const Turnstile = lazy(() => import('@marsidev/react-turnstile').then((library) => ({ default: library.Turnstile })))

function TurnstileCheck({ siteKey, action, onAnswer, onFailure }: TurnstileCheckProps) {
  const fail = () => onFailure(forbidden('We couldn’t confirm that you’re a person. Please try again.'))

  /** A content blocker may stop the script: the visitor is told, and the next attempt can load it again. */
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
