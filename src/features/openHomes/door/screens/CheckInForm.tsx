import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { TextField } from '#features/leads/public/leadForm/TextField.tsx'
import { useForm } from '#ui/form/useForm.ts'
import buttons from '#ui/theme/buttons.module.css'
import { VisitorForm } from '../../openHomes.schema.ts'
import type { Door } from '../device/doorStorage.ts'
import { queueCheckIn } from '../sync/doorQueue.ts'
import { requestBackgroundSync } from '../sync/doorWorkerRegistration.ts'
import classes from './CheckInForm.module.css'

/** How long thanks are shown. Nobody has to wait for it: the button is there at once. */
const THANKS_MS = 5_000
/** Somebody who walks away leaves nothing behind. */
const IDLE_MS = 90_000

interface CheckInFormProps {
  door: Door
  onEntry: () => void
}

/** Takes one visitor after the other. Each gets a form of their own, so that nothing of the one before is in it. */
export function CheckInForm({ door, onEntry }: CheckInFormProps) {
  const [turn, setTurn] = useState(0)
  const [thanked, setThanked] = useState<Thanked>()
  const startTurn = () => {
    setThanked(undefined)
    setTurn((last) => last + 1)
  }
  const startAfresh = useEffectEvent(startTurn)
  useEffect(() => {
    // The browser shows the page again as it was left.
    const look = ({ persisted }: PageTransitionEvent) => persisted && startAfresh()
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [])
  if (thanked) return <Thanks {...thanked} onDone={startTurn} />
  return (
    <Fields
      key={turn}
      door={door}
      onIdle={startTurn}
      onCheckedIn={(visitor) => {
        setThanked(visitor)
        onEntry()
        void requestBackgroundSync()
      }}
    />
  )
}

interface Thanked {
  firstName: string
  /** Whether the entry is on the disk. If there is no room for it, the page must stay open. */
  isKept: boolean
}

function Thanks({ firstName, isKept, onDone }: Thanked & { onDone: () => void }) {
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => finish(), THANKS_MS)
    return () => clearTimeout(timer)
  }, [])
  const name = firstName && (
    <>
      , <bdi>{firstName}</bdi>
    </>
  )
  return (
    <div className={classes.thanks}>
      <IconCircleCheck size={72} stroke={1.25} aria-hidden />
      <p role="status">
        {isKept ? (
          <>Thanks{name}. You’re checked in.</>
        ) : (
          <>Thanks{name}. Please tell the agent that this device is full, so that your details aren’t lost.</>
        )}
      </p>
      <button type="button" className={buttons.plain} onClick={onDone}>
        Next visitor
      </button>
    </div>
  )
}

interface FieldsProps {
  door: Door
  onIdle: () => void
  onCheckedIn: (visitor: Thanked) => void
}

function Fields({ door, onIdle, onCheckedIn }: FieldsProps) {
  // Browsers suggest what was typed into a field of the same name before.
  const [suffix] = useState(() => crypto.randomUUID().slice(0, 8))
  const form = useForm({
    initialValues: { firstName: '', lastName: '', email: '', phone: '' },
    schema: VisitorForm,
    submit: async (values) => ({ isKept: await queueCheckIn(door, VisitorForm.parse(values)) }),
    onSuccess: ({ isKept }, { firstName }) => onCheckedIn({ firstName: firstName.trim(), isKept }),
  })
  useIdle(form.isDirty, JSON.stringify(form.values), onIdle)
  const field = (name: keyof typeof form.values) => ({
    ...form.textField(name),
    name: `${name}-${suffix}`,
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    // Password managers go by these.
    'data-1p-ignore': true,
    'data-lpignore': 'true',
    'data-bwignore': true,
  })
  const isEmpty = !form.isDirty
  return (
    <form className={classes.form} aria-labelledby="check-in" autoComplete="off" {...form.formProps}>
      <h2 id="check-in" className={classes.heading}>
        Welcome. Please check in.
      </h2>
      <div className={classes.pair}>
        <TextField {...field('firstName')} label="First name" autoCapitalize="words" enterKeyHint="next" />
        <TextField {...field('lastName')} label="Last name" autoCapitalize="words" enterKeyHint="next" />
      </div>
      <div className={classes.pair}>
        <TextField {...field('email')} label="Email" inputMode="email" autoCapitalize="none" enterKeyHint="next" />
        <TextField {...field('phone')} label="Phone" inputMode="tel" enterKeyHint="send" />
      </div>
      <p className={classes.hint}>Your email or your phone number is enough.</p>
      <p className={classes.consent}>{door.consent}</p>
      {form.failure !== null && (
        <p className={classes.failure} role="alert">
          That didn’t work. Your details are still here, please try again.
        </p>
      )}
      <div className={classes.buttons}>
        <button type="submit" className={`${buttons.filled} ${classes.send}`} aria-disabled={form.isBusy || undefined}>
          {form.isBusy ? 'One moment…' : 'Check in'}
        </button>
        {!isEmpty && (
          <button type="button" className={`${buttons.plain} ${classes.clear}`} onClick={onIdle}>
            Clear
          </button>
        )}
      </div>
    </form>
  )
}

/** Calls back when a form that was begun has been left alone. */
function useIdle(isBegun: boolean, values: string, onIdle: () => void) {
  const giveUp = useEffectEvent(onIdle)
  useEffect(() => {
    if (!isBegun) return
    const timer = setTimeout(() => giveUp(), IDLE_MS)
    return () => clearTimeout(timer)
  }, [isBegun, values])
}
