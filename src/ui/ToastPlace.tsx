import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isWanted, whenWanted } from './toasts.ts'

const ToastArea = lazy(async () => ({ default: (await import('./toastArea.tsx')).ToastArea }))

/** Where toasts appear: nothing, until there is one. */
export function ToastPlace() {
  const hasToasts = useSyncExternalStore(whenWanted, isWanted, () => false)
  return (
    hasToasts && (
      <Suspense>
        <ToastArea />
      </Suspense>
    )
  )
}
