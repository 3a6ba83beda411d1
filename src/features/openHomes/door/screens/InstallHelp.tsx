import { IconDeviceTablet } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import buttons from '#ui/theme/buttons.module.css'
import { icon } from '#ui/theme/tokens.ts'
import classes from './InstallHelp.module.css'
import { installApp, isInstallOffered, onInstallOffer } from './installPrompt.ts'

/** How check-in becomes an app of its own on this device. Nothing where it is one already, or where browsers can't do it. */
export function InstallHelp() {
  const isOffered = useSyncExternalStore(onInstallOffer, isInstallOffered, () => false)
  const [device, setDevice] = useState<'apple' | 'android' | 'other'>()
  useEffect(() => {
    if (!isApp()) setDevice(findDevice())
  }, [])
  if (!device || (device === 'other' && !isOffered)) return null
  return (
    <section className={classes.help} aria-labelledby="install">
      <IconDeviceTablet {...icon} />
      <div className={classes.text}>
        <h2 id="install" className={classes.heading}>
          Install check-in as an app
        </h2>
        <p>It opens full screen from the home screen, even without a signal.</p>
        {isOffered ? (
          <button type="button" className={buttons.plain} onClick={() => void installApp()}>
            Install app
          </button>
        ) : device === 'apple' ? (
          <ol className={classes.steps}>
            <li>
              Tap <b>Share</b>, then <b>Add to Home Screen</b>.
            </li>
            <li>Open Check-in from your home screen, and sign in there.</li>
            <li>Start check-in there. On Apple devices, an app can’t see what you started in Safari.</li>
          </ol>
        ) : (
          <p>
            Open the browser’s menu (⋮), then tap <b>Add to home screen</b> or <b>Install app</b>.
          </p>
        )}
      </div>
    </section>
  )
}

const isApp = () => matchMedia('(display-mode: fullscreen), (display-mode: standalone)').matches

function findDevice() {
  const { userAgent, maxTouchPoints } = navigator
  // An iPad says that it is a Mac.
  if (/iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) return 'apple'
  return userAgent.includes('Android') ? 'android' : 'other'
}
