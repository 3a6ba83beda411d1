import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './RouteProgress.module.css'

/** The thin bar on top while the next page is on its way. */
export function RouteProgress() {
  const router = useRouter()
  const [isOnItsWay, setOnItsWay] = useState(false)
  useEffect(() => {
    const stops = [
      router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && setOnItsWay(true)),
      router.subscribe('onResolved', () => setOnItsWay(false)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
  return (
    // It stands outside the landmarks, so it has to speak up by itself.
    <div aria-live="polite">
      {isOnItsWay && <div className={classes.bar} role="progressbar" aria-label="Loading the page" />}
    </div>
  )
}
