import {
  IconCreditCard,
  IconDownload,
  IconEraser,
  IconHome,
  IconKey,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react'
import { IconRow } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { AuditEntry } from './audit.schema.ts'
import { type AuditCategory, auditCategories } from './auditActions.ts'
import { auditDevice, auditText } from './auditText.ts'

const icons = {
  access: IconKey,
  plan: IconCreditCard,
  downloads: IconDownload,
  listings: IconHome,
  erasures: IconEraser,
  agency: IconUsers,
  sharing: IconUserShare,
} satisfies Record<AuditCategory, unknown>

const categories = Object.keys(auditCategories) as AuditCategory[]
const categoryOf = ({ action }: AuditEntry) =>
  categories.find((category) => auditCategories[category].some((one) => one === action)) ?? 'access'

export function AuditRow({ activity, timeZone }: { activity: AuditEntry; timeZone: string }) {
  const Icon = icons[categoryOf(activity)]
  const device = auditDevice(activity)
  return (
    <IconRow
      icon={<Icon {...icon} />}
      title={auditText(activity)}
      detail={
        <>
          <RelativeTime moment={activity.at} timeZone={timeZone} />
          {device && ` · ${device}`}
        </>
      }
    />
  )
}
