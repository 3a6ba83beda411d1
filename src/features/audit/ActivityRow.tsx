import { IconCreditCard, IconDownload, IconEraser, IconHome, IconKey } from '@tabler/icons-react'
import { FactRow } from '#ui/display/FactRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { icon } from '#ui/theme/theme.ts'
import { activityDevice, activityText } from './activityText.ts'
import type { Activity } from './audit.schema.ts'
import { type AuditCategory, auditCategories } from './auditActions.ts'

const icons = {
  access: IconKey,
  plan: IconCreditCard,
  downloads: IconDownload,
  listings: IconHome,
  erasures: IconEraser,
} satisfies Record<AuditCategory, unknown>

const kinds = Object.keys(auditCategories) as AuditCategory[]
const kindOf = ({ action }: Activity) =>
  kinds.find((kind) => auditCategories[kind].some((one) => one === action)) ?? 'access'

export function ActivityRow({ activity, timeZone }: { activity: Activity; timeZone: string }) {
  const Icon = icons[kindOf(activity)]
  const device = activityDevice(activity)
  return (
    <FactRow
      icon={<Icon {...icon} />}
      title={activityText(activity)}
      detail={
        <>
          <RelativeTime moment={activity.at} timeZone={timeZone} />
          {device && ` · ${device}`}
        </>
      }
    />
  )
}
