import { IconArrowsMaximize, IconLogout, IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatCount } from '#ui/format/format.ts'
import buttons from '#ui/theme/buttons.module.css'
import { icon } from '#ui/theme/tokens.ts'
import type { Door } from '../device/doorStorage.ts'
import { queueVisitorCount, type SyncOutcome } from '../sync/doorQueue.ts'
import { CheckInForm } from './CheckInForm.tsx'
import classes from './DoorScreen.module.css'
import { openHomeTime, storageFullText, syncText } from './doorTexts.ts'
import { LeaveDoor } from './LeaveDoor.tsx'
import { type DoorState, useIsOffline, useWakeLock } from './useDoor.ts'

interface DoorScreenProps extends DoorState {
  door: Door
  outcome: SyncOutcome | undefined
  /** Sends what was just added. */
  onEntry: () => void
}

/** What visitors see: the property, the form, and the code for those who would rather use their own phone. */
export function DoorScreen({ door, visitors, waiting, unstored, outcome, onEntry }: DoorScreenProps) {
  const isOffline = useIsOffline()
  const [isLeaving, setLeaving] = useState(false)
  useWakeLock()
  const { listing, openHome } = door
  return (
    <div className={classes.screen}>
      <header className={classes.property}>
        <Photo photo={door.photo} />
        <div className={classes.about}>
          <h1 className={classes.title}>
            <bdi>{listing.title}</bdi>
          </h1>
          <p className={classes.time}>Open home · {openHomeTime(openHome)}</p>
        </div>
      </header>
      <main className={classes.main}>
        {unstored > 0 && (
          <p className={classes.warning} role="alert">
            {storageFullText(unstored)}
          </p>
        )}
        <CheckInForm door={door} onEntry={onEntry} />
      </main>
      <QrCode {...door.qrCode} />
      <footer className={classes.bar}>
        <Tally door={door} visitors={visitors} onEntry={onEntry} />
        <p className={classes.sync} role="status" data-waiting={waiting || undefined}>
          {syncText({ waiting, outcome, isOffline })}
        </p>
        <div className={classes.actions}>
          <FullScreenButton />
          <button type="button" className={buttons.plain} onClick={() => setLeaving(true)}>
            <IconLogout {...icon} />
            Leave
          </button>
        </div>
      </footer>
      {isLeaving && <LeaveDoor door={door} onClose={() => setLeaving(false)} />}
    </div>
  )
}

/** Kept on the device with the rest. */
function Photo({ photo }: Pick<Door, 'photo'>) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!photo) return
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return photo && <div className={classes.photo}>{url && <img src={url} alt="" />}</div>
}

const QrCode = ({ path, size }: Door['qrCode']) => (
  <aside className={classes.code}>
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the check-in form"
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
    <p>Or scan to check in on your own phone</p>
  </aside>
)

interface TallyProps {
  door: Door
  visitors: number
  onEntry: () => void
}

/** Everybody who has come, and the buttons for those who leave no details. */
function Tally({ door, visitors, onEntry }: TallyProps) {
  const [isBusy, setBusy] = useState(false)
  async function count(change: 1 | -1) {
    setBusy(true)
    await queueVisitorCount(door, change)
    setBusy(false)
    onEntry()
  }
  return (
    <div className={classes.tally}>
      <output className={classes.count}>{formatCount(visitors, 'visitor')}</output>
      <button
        type="button"
        className={`${buttons.plain} ${classes.minus}`}
        aria-label="−1 without details"
        disabled={door.counted < 1}
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || void count(-1)}
      >
        <IconMinus {...icon} />
      </button>
      <button
        type="button"
        className={buttons.plain}
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || void count(1)}
      >
        <IconPlus {...icon} />1 without details
      </button>
    </div>
  )
}

/** Only where the browser can do it, and not if the screen is full already, as in the installed app. */
function FullScreenButton() {
  const [isFull, setFull] = useState(true)
  useEffect(() => {
    const isApp = matchMedia('(display-mode: fullscreen), (display-mode: standalone)').matches
    const look = () => setFull(!document.fullscreenEnabled || isApp || document.fullscreenElement !== null)
    look()
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  if (isFull) return null
  return (
    <button
      type="button"
      className={buttons.plain}
      // A browser may refuse it, and everything works without.
      onClick={() => void document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => {})}
    >
      <IconArrowsMaximize {...icon} />
      Full screen
    </button>
  )
}
