import { lazy, Suspense, useSyncExternalStore } from 'react'

/** Toasts need all of Mantine, and most visits never see one, so the first toast loads the area. */
let isRequested = false
const listeners = new Set<() => void>()

const areToastsRequested = () => isRequested

function onToastsRequested(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Also called early where a toast is likely, so that it works without a connection. */
export async function loadToasts() {
  const area = await import('./ToastArea.tsx')
  isRequested = true
  for (const notify of listeners) notify()
  return area
}

export const showToast = (message: string) => void loadToasts().then((area) => area.showToast(message))

/** For actions that can be undone while the toast is shown. */
export const showUndoToast = (message: string, onUndo: () => void) =>
  void loadToasts().then((area) => area.showUndoToast(message, onUndo))

export function showErrorToast(error: unknown) {
  // On the server the list of toasts would be shared by all users.
  if (typeof window !== 'undefined') void loadToasts().then((area) => area.showErrorToast(error))
}

const ToastArea = lazy(async () => ({ default: (await import('./ToastArea.tsx')).ToastArea }))

/** Renders nothing until there is a toast. */
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
