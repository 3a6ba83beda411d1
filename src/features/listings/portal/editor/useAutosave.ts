import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { everythingSaved, nextAutosave, type SaveOutcome } from './autosave.ts'

interface AutosaveOptions {
  /** Whether the form saves itself at all. */
  isEnabled: boolean
  isDirty: boolean
  /** A new object after every change. */
  values: object
  /** `movesFocus`: to a field with an error, because the agent asked for the save. */
  save: (movesFocus: boolean) => Promise<SaveOutcome>
  hasUnsavedChanges: () => boolean
}

/** Saves a form by itself: after a pause in typing, on leaving a field or the page, and again when the connection is back. */
export function useAutosave({ isEnabled, isDirty, values, save, hasUnsavedChanges }: AutosaveOptions) {
  const [state, send] = useReducer(nextAutosave, everythingSaved)
  const running = useRef<Promise<SaveOutcome>>(undefined)

  /** One at a time. A call while one is running waits for that one. */
  function saveNow(movesFocus = false) {
    running.current ??= run(movesFocus).finally(() => {
      running.current = undefined
    })
    return running.current
  }

  async function run(movesFocus: boolean) {
    send('start')
    const outcome = await save(movesFocus)
    send(outcome)
    return outcome
  }

  /** Saves what is not saved yet. Resolves to whether everything is. */
  async function flush(movesFocus = false) {
    await running.current
    if (hasUnsavedChanges()) await saveNow(movesFocus)
    return !hasUnsavedChanges()
  }

  const noticeChange = useEffectEvent((_values: object) => {
    if (isEnabled) send(isDirty ? 'change' : 'reset')
  })
  useEffect(() => noticeChange(values), [values])

  const saveWhenDue = useEffectEvent(() => void saveNow())
  useEffect(() => {
    if (state.delayMs === null) return
    const timer = setTimeout(saveWhenDue, state.delayMs)
    return () => clearTimeout(timer)
  }, [state])

  const leavePage = useEffectEvent(() => {
    // The page may be gone before a timer fires.
    if (isEnabled && document.visibilityState === 'hidden' && hasUnsavedChanges()) void saveNow()
  })
  useEffect(() => {
    const leaveField = () => send('leave')
    const onOnline = () => send('online')
    document.addEventListener('focusout', leaveField)
    document.addEventListener('visibilitychange', leavePage)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('focusout', leaveField)
      document.removeEventListener('visibilitychange', leavePage)
      window.removeEventListener('online', onOnline)
    }
  }, [])

  return { phase: state.phase, saveNow, flush, retry: () => send('retry') }
}
