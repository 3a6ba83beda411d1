import { timeOfDay, weekdayAndTime } from '#ui/format/dates.ts'
import { formatAmount, formatCount } from '#ui/format/format.ts'
import type { Door, Refusal } from '../device/doorStorage.ts'
import type { SyncOutcome } from '../sync/doorQueue.ts'

interface SyncState {
  waiting: number
  unstored: number
  outcome: SyncOutcome | undefined
  isOffline: boolean
}

/** Where the check-ins are, in one sentence. */
export function syncText({ waiting, outcome, isOffline }: Omit<SyncState, 'unstored'>) {
  if (waiting === 0) return 'All sent'
  const amount = `${formatAmount(waiting)} waiting`
  if (isOffline || outcome === 'offline') return `${amount}, we’ll send ${them(waiting)} when there’s a connection`
  if (outcome === 'failed') return `${amount}, we’ll keep trying to send ${them(waiting)}`
  return `${amount}, sending now`
}

/** Said to the agent, who has to do something about it. */
export const storageFullText = (unstored: number) =>
  `This device’s storage is full. ${formatCount(unstored, 'check-in')} will be lost if this page is closed before ${
    unstored === 1 ? 'it’s' : 'they’re'
  } sent. Connect to the internet, or delete something from the device.`

const them = (amount: number) => (amount === 1 ? 'it' : 'them')

/** "Saturday 2:00 pm – 2:30 pm". */
export const openHomeTime = ({ startsAt, endsAt, timeZone }: Door['openHome']) =>
  `${weekdayAndTime(startsAt, timeZone)} – ${timeOfDay(endsAt, timeZone)}`

/** Why an entry can't be sent any more. */
export const lossTexts: Record<Refusal | 'ended', string> = {
  refused: 'We couldn’t read it.',
  conflict: 'It was changed after it was sent.',
  full: 'The open home already has the most check-ins it can have.',
  too_late: 'Check-in had already ended.',
  ended: 'This device can’t send check-ins any more.',
}

/** "45 seconds", "3 minutes": how long someone has to wait. */
export const waitText = (ms: number) =>
  ms < 60_000 ? formatCount(Math.ceil(ms / 1000), 'second') : formatCount(Math.ceil(ms / 60_000), 'minute')
