import { lazy, Suspense } from 'react'
import { forbidden } from '../errors.ts'
import type { BotCheckAction } from './botCheck.ts'

interface TurnstileCheckProps {
  siteKey: string
  action: BotCheckAction
  onAnswer: (answer: string) => void
  onFailure: (error: Error) => void
}

const SCRIPT_ID = 'cf-turnstile-script'

/** Only sites with Turnstile's keys load this. */
const Turnstile = lazy(() => import('@marsidev/react-turnstile').then((library) => ({ default: library.Turnstile })))

export function TurnstileCheck({ siteKey, action, onAnswer, onFailure }: TurnstileCheckProps) {
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
