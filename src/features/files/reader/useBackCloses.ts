import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Something lies over the page that Back takes away. */
    overlay?: boolean
  }
}

/** While it is open there is one more step back: the phone's Back key closes it, instead of leaving the page. */
export function useBackCloses(onClose: () => void) {
  const router = useRouter()
  const closed = useEffectEvent(onClose)
  const isOpen = useRef(false)
  useEffect(() => {
    const { history } = router
    isOpen.current = true
    void router.navigate({ to: '.', search: true, hash: true, state: { overlay: true }, resetScroll: false })
    const unsubscribe = history.subscribe(({ location }) => {
      if (!location.state.overlay) closed()
    })
    return () => {
      unsubscribe()
      isOpen.current = false
      // In development React ends every effect once and runs it again: the step back is for what stays closed.
      queueMicrotask(() => {
        if (!isOpen.current && history.location.state.overlay) history.back()
      })
    }
  }, [router])
  return () => router.history.back()
}
