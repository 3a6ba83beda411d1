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
  return isOnItsWay && <div className={classes.bar} role="progressbar" aria-label="Loading the page" />
}
