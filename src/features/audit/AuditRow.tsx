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
import type { AgencyAuditEntry, AuditEntry } from './audit.schema.ts'
import { type AuditCategory, auditCategories, auditCategoryNames } from './auditActions.ts'
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

const categoryOf = ({ action }: AuditEntry) =>
  auditCategoryNames.find((category) => auditCategories[category].some((one) => one === action)) ?? 'access'

interface AuditRowProps {
  activity: AuditEntry
  /** In an agency's log. */
  actor?: AgencyAuditEntry['actor']
  timeZone: string
}

export function AuditRow({ activity, actor, timeZone }: AuditRowProps) {
  const Icon = icons[categoryOf(activity)]
  const device = auditDevice(activity)
  return (
    <IconRow
      icon={<Icon {...icon} />}
      title={auditText(activity)}
      detail={
        <>
          {actor && `${actor.name}${actor.id && actor.isFormer ? ' (former member)' : ''} · `}
          <RelativeTime moment={activity.at} timeZone={timeZone} />
          {device && ` · ${device}`}
        </>
      }
    />
  )
}
