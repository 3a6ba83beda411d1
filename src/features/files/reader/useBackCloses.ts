import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Something covers the page, and Back closes it. */
    overlay?: boolean
  }
}

/** Adds a step to the history while something is open: Back closes it instead of leaving the page. Returns what closes it. */
export function useBackCloses(onClose: () => void) {
  // Buyers' pages have no router.
  const router: AnyRouter | undefined = useRouter({ warn: false })
  const history = useMemo(() => (router ? routerHistory(router) : browserHistory()), [router])
  const closed = useEffectEvent(onClose)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    history.addOverlay()
    const unsubscribe = history.subscribe(() => {
      if (!history.hasOverlay()) closed()
    })
    return () => {
      unsubscribe()
      isOpen.current = false
      // In development React runs every effect twice: go back only if it stays closed.
      queueMicrotask(() => {
        if (!isOpen.current && history.hasOverlay()) history.back()
      })
    }
  }, [history])
  return history.back
}

interface OverlayHistory {
  addOverlay: () => void
  /** Whether the current step is one that `addOverlay` has added. */
  hasOverlay: () => boolean
  subscribe: (listener: () => void) => () => void
  back: () => void
}

const routerHistory = (router: AnyRouter): OverlayHistory => ({
  addOverlay: () =>
    void router.navigate({ to: '.', search: true, hash: true, state: { overlay: true }, resetScroll: false }),
  hasOverlay: () => router.history.location.state.overlay === true,
  subscribe: (listener) => router.history.subscribe(listener),
  back: () => router.history.back(),
})

const browserHistory = (): OverlayHistory => ({
  addOverlay: () => window.history.pushState({ overlay: true }, ''),
  hasOverlay: () => window.history.state?.overlay === true,
  subscribe(listener) {
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  },
  back: () => window.history.back(),
})
