import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

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
  useEffect(() => {
    const { history } = router
    void router.navigate({ to: '.', search: true, hash: true, state: { overlay: true }, resetScroll: false })
    const unsubscribe = history.subscribe(({ location }) => {
      if (!location.state.overlay) closed()
    })
    return () => {
      unsubscribe()
      if (history.location.state.overlay) history.back()
    }
  }, [router])
  return () => router.history.back()
}
