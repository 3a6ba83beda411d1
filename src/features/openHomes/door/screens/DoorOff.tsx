import { useState } from 'react'
import { shortDateTime } from '#ui/format/dates.ts'
import { formatCount } from '#ui/format/format.ts'
import buttons from '#ui/theme/buttons.module.css'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { removeRefusedEntries } from '../device/doorStorage.ts'
import { announceChange } from '../sync/doorQueue.ts'
import classes from './DoorOff.module.css'
import { lossTexts } from './doorTexts.ts'
import { InstallHelp } from './InstallHelp.tsx'
import type { DoorState } from './useDoor.ts'

interface DoorOffProps extends DoorState {
  onTryAgain: () => Promise<void>
}

/** Before check-in is started on this device, and after the agent has left it. */
export function DoorOff({ door, waiting, lost, onTryAgain }: DoorOffProps) {
  const [isBusy, setBusy] = useState(false)
  async function sendNow() {
    setBusy(true)
    await onTryAgain()
    setBusy(false)
  }
  return (
    <main className={classes.card}>
      <h1 className={classes.heading}>
        {door?.isEnded ? 'Check-in has ended on this device' : 'Check-in isn’t running on this device'}
      </h1>
      {waiting > 0 && (
        <section className={classes.part}>
          <p>
            <strong>{formatCount(waiting, 'check-in')} not sent yet.</strong> {waiting === 1 ? 'It’s' : 'They’re'} safe
            on this device, and we’ll send {waiting === 1 ? 'it' : 'them'} when there’s a connection.
          </p>
          <button type="button" className={buttons.plain} disabled={isBusy} onClick={() => void sendNow()}>
            {isBusy ? 'Sending…' : 'Send now'}
          </button>
        </section>
      )}
      {lost.length > 0 && (
        <section className={classes.part} aria-labelledby="refused">
          <h2 id="refused" className={classes.subheading}>
            {formatCount(lost.length, 'check-in')} we couldn’t take
          </h2>
          <ul className={classes.list}>
            {lost.map(({ entry, reason }) => (
              <li key={entry.sequence}>
                {shortDateTime(new Date(entry.madeAtMs), DEFAULT_TIME_ZONE)}: {lossTexts[reason]}
              </li>
            ))}
          </ul>
          <p className={classes.quiet}>
            Check-ins are encrypted, so this device can’t show who they were. If you remember, add them in the portal.
          </p>
          <button
            type="button"
            className={buttons.plain}
            onClick={() => void removeRefusedEntries(lost.map(({ entry }) => entry)).then(announceChange)}
          >
            Remove from this device
          </button>
        </section>
      )}
      <p className={classes.quiet}>
        To check visitors in at an open home, sign in, open the listing, and select its open home.
      </p>
      <a className={buttons.filled} href="/portal/listings">
        Sign in
      </a>
      <InstallHelp />
    </main>
  )
}
