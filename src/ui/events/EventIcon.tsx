import {
  IconDoorExit,
  IconDownload,
  IconEye,
  IconFileText,
  IconHome,
  IconLink,
  IconUserPlus,
} from '@tabler/icons-react'
import { icon } from '../theme.ts'

const icons: Record<string, typeof IconEye> = {
  lead_created: IconUserPlus,
  listing_view: IconHome,
  listing_leave: IconDoorExit,
  file_view: IconFileText,
  file_download: IconDownload,
  link_click: IconLink,
}

/** Stands beside the words for what happened. */
export function EventIcon({ event }: { event: string }) {
  const Icon = icons[event] ?? IconEye
  return <Icon {...icon} size={16} />
}
