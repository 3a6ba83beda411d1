import { lazy, Suspense, useSyncExternalStore } from 'react'

/** Toasts come with all of Mantine. Most visits of most pages never see one, so the first of them fetches the area. */
let isRequested = false
const listeners = new Set<() => void>()

const areToastsRequested = () => isRequested

function onToastsRequested(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Ahead of time where a toast is likely, so that it also comes when the connection is gone. */
export async function loadToasts() {
  const area = await import('./ToastArea.tsx')
  isRequested = true
  for (const tell of listeners) tell()
  return area
}

export const showToast = (message: string) => void loadToasts().then((area) => area.showToast(message))

/** For what was done at once and can be taken back while the toast stands. */
export const showUndoToast = (message: string, onUndo: () => void) =>
  void loadToasts().then((area) => area.showUndoToast(message, onUndo))

export function showErrorToast(error: unknown) {
  // On the server the list of toasts would be shared by everybody.
  if (typeof window !== 'undefined') void loadToasts().then((area) => area.showErrorToast(error))
}

const ToastArea = lazy(async () => ({ default: (await import('./ToastArea.tsx')).ToastArea }))

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
