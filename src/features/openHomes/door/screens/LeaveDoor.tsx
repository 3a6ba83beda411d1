import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { TextField } from '#features/leads/public/leadForm/TextField.tsx'
import { useForm } from '#ui/form/useForm.ts'
import buttons from '#ui/theme/buttons.module.css'
import { isPin, isPinBlocked, NewPin, NO_ATTEMPTS, spendAttempt } from '../device/doorPin.ts'
import { changeDoor, type Door } from '../device/doorStorage.ts'
import { askOwnerToUnlock } from '../device/doorUnlock.ts'
import { announceChange } from '../sync/doorQueue.ts'
import { waitText } from './doorTexts.ts'
import classes from './LeaveDoor.module.css'

interface LeaveDoorProps {
  door: Door
  onClose: () => void
}

/** Asks for the agent's PIN, or for what unlocks the device. It stays closed to visitors: nothing behind it opens without signing in. */
export function LeaveDoor({ door, onClose }: LeaveDoorProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="leave" onClose={onClose}>
      <h2 id="leave" className={classes.heading}>
        Leave check-in
      </h2>
      {door.unlockId && <DeviceUnlock door={door} id={door.unlockId} />}
      {isPinBlocked(door.attempts) ? <Blocked hasUnlock={door.unlockId !== undefined} /> : <PinForm door={door} />}
      <button type="button" className={`${buttons.plain} ${classes.wide}`} onClick={() => dialog.current?.close()}>
        Stay here
      </button>
    </dialog>
  )
}

async function leave({ id }: Door) {
  await changeDoor(id, () => ({ isLeft: true, attempts: NO_ATTEMPTS }))
  if (document.fullscreenElement) await document.exitFullscreen()
  announceChange()
}

function DeviceUnlock({ door, id }: { door: Door; id: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'refused'>('idle')
  async function ask() {
    setState('busy')
    if (await askOwnerToUnlock(id)) await leave(door)
    else setState('refused')
  }
  return (
    <div>
      <button
        type="button"
        className={`${buttons.filled} ${classes.wide}`}
        aria-disabled={state === 'busy' || undefined}
        onClick={() => state === 'busy' || void ask()}
      >
        Unlock with this device
      </button>
      {state === 'refused' && (
        <p className={classes.note} role="alert">
          This device wasn’t unlocked. Try again, or enter your PIN.
        </p>
      )}
    </div>
  )
}

const PinInput = z.strictObject({ pin: NewPin })

function PinForm({ door }: { door: Door }) {
  const form = useForm({
    initialValues: { pin: '' },
    schema: PinInput,
    submit: ({ pin }) => tryPin(door, pin),
    onSuccess: async (answer) => {
      if (answer === 'right') return leave(door)
      form.setValue('pin', '')
      form.showErrors({ pin: answer })
      announceChange()
    },
  })
  return (
    <form className={classes.form} autoComplete="off" {...form.formProps}>
      <TextField
        {...form.textField('pin')}
        name="door-pin"
        label="PIN"
        type="password"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
      />
      <button
        type="submit"
        className={`${door.unlockId ? buttons.plain : buttons.filled} ${classes.wide}`}
        aria-disabled={form.isBusy || undefined}
      >
        {form.isBusy ? 'Checking…' : 'Leave'}
      </button>
    </form>
  )
}

/** `right`, or why not. */
async function tryPin({ id }: Door, pin: string) {
  let [waitMs, isAllowed] = [0, false]
  // Counted first, in the same step as the check of the time: several tabs together get no more attempts than one.
  const door = await changeDoor(id, (kept) => {
    const spent = spendAttempt(kept.attempts, Date.now())
    waitMs = spent.waitMs
    isAllowed = spent.isAllowed
    return { attempts: spent.attempts }
  })
  if (waitMs > 0) return `Too many attempts. Try again in ${waitText(waitMs)}.`
  return door && isAllowed && (await isPin(pin, door.pin)) ? 'right' : 'That PIN isn’t right.'
}

const Blocked = ({ hasUnlock }: { hasUnlock: boolean }) => (
  <p className={classes.note} role="alert">
    That PIN was wrong too many times and no longer works here.{' '}
    {hasUnlock ? 'Unlock the device, or sign in' : 'Sign in'} on another device, open this open home and end check-in
    there.
  </p>
)
