import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Something covers the page, and Back closes it. */
    overlay?: boolean
  }
}

/** Adds a step to the history while something is open: Back closes it instead of leaving the page. Returns what closes it. */
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
      // In development React runs every effect twice: go back only if it stays closed.
      queueMicrotask(() => {
        if (!isOpen.current && history.location.state.overlay) history.back()
      })
    }
  }, [router])
  return () => router.history.back()
}
