import { IconCreditCard, IconDownload, IconEraser, IconHome, IconKey } from '@tabler/icons-react'
import { type DeedKind, deedKinds } from '#platform/audit/deedKinds.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { icon } from '#ui/theme.ts'
import classes from './ActivityList.module.css'
import type { Activity } from './activity.ts'
import { activityDevice, activitySentence } from './activityWords.ts'

const icons = {
  access: IconKey,
  plan: IconCreditCard,
  downloads: IconDownload,
  listings: IconHome,
  erasures: IconEraser,
} satisfies Record<DeedKind, unknown>

const kinds = Object.keys(deedKinds) as DeedKind[]
const kindOf = ({ deed }: Activity) => kinds.find((kind) => deedKinds[kind].some((one) => one === deed)) ?? 'access'

export function ActivityRow({ activity, timeZone }: { activity: Activity; timeZone: string }) {
  const Icon = icons[kindOf(activity)]
  const device = activityDevice(activity)
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <Icon {...icon} />
      </span>
      <div className={classes.words}>
        <p className={classes.deed}>{activitySentence(activity)}</p>
        <p className={classes.when}>
          <RelativeTime moment={activity.at} timeZone={timeZone} />
          {device && ` · ${device}`}
        </p>
      </div>
    </li>
  )
}
