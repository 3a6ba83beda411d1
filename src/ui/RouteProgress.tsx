import {
  completeNavigationProgress,
  NavigationProgress,
  nprogressStore,
  startNavigationProgress,
  useNprogress,
} from '@mantine/nprogress'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The thin bar on top while the next page is on its way. */
export function RouteProgress() {
  const router = useRouter()
  const { mounted } = useNprogress(nprogressStore)
  useEffect(() => {
    const stops = [
      router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && startNavigationProgress()),
      router.subscribe('onResolved', () => completeNavigationProgress()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
  return <NavigationProgress aria-label="Loading the page" aria-hidden={!mounted} />
}
