import {
  IconAddressBook,
  IconCalendarEvent,
  IconChartBar,
  IconFiles,
  IconHome,
  IconLayoutDashboard,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'

const exactMatch = { exact: true, includeSearch: false }
const prefixMatch = { exact: false }

/** The pages of the portal, each with the letter that follows a G on the keyboard. The last four are behind "More" on a phone. */
export const mainPortalPages = [
  { to: '/portal', key: 'D', label: 'Dashboard', Icon: IconLayoutDashboard, activeOptions: exactMatch },
  { to: '/portal/listings', key: 'L', label: 'Listings', Icon: IconHome, activeOptions: prefixMatch },
  { to: '/portal/leads', key: 'E', label: 'Leads', Icon: IconUsers, activeOptions: prefixMatch },
  { to: '/portal/files', key: 'F', label: 'Files', Icon: IconFiles, activeOptions: prefixMatch },
] as const

export const morePortalPages = [
  { to: '/portal/calendar', key: 'C', label: 'Calendar', Icon: IconCalendarEvent, activeOptions: prefixMatch },
  { to: '/portal/people', key: 'P', label: 'People', Icon: IconAddressBook, activeOptions: prefixMatch },
  { to: '/portal/analytics', key: 'A', label: 'Analytics', Icon: IconChartBar, activeOptions: prefixMatch },
  { to: '/portal/settings', key: 'S', label: 'Settings', Icon: IconSettings, activeOptions: prefixMatch },
] as const

export const portalPages = [...mainPortalPages, ...morePortalPages]
