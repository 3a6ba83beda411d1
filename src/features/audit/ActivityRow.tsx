import { IconCreditCard, IconDownload, IconEraser, IconHome, IconKey } from '@tabler/icons-react'
import { type DeedKind, deedKinds } from '#platform/audit/deedKinds.ts'
import { FactRow } from '#ui/FactRow.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { icon } from '#ui/theme.ts'
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
    <FactRow
      icon={<Icon {...icon} />}
      title={activitySentence(activity)}
      detail={
        <>
          <RelativeTime moment={activity.at} timeZone={timeZone} />
          {device && ` · ${device}`}
        </>
      }
    />
  )
}
