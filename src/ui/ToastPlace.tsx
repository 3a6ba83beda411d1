import { lazy, Suspense, useSyncExternalStore } from 'react'
import { areToastsRequested, onToastsRequested } from './toasts.ts'

const ToastArea = lazy(async () => ({ default: (await import('./toastArea.tsx')).ToastArea }))

/** Where toasts appear: nothing, until there is one. */
export function ToastOutlet() {
  const hasToasts = useSyncExternalStore(onToastsRequested, areToastsRequested, () => false)
  return (
    hasToasts && (
      <Suspense>
        <ToastArea />
      </Suspense>
    )
  )
}
