import { IconChartBar, IconFiles, IconHome, IconLayoutDashboard, IconSettings, IconUsers } from '@tabler/icons-react'

const exactly = { exact: true, includeSearch: false }
const within = { exact: false }

/** The rooms of the portal. The last two are behind "More" on a phone. */
export const mainPlaces = [
  { to: '/portal', label: 'Dashboard', Icon: IconLayoutDashboard, activeOptions: exactly },
  { to: '/portal/listings', label: 'Listings', Icon: IconHome, activeOptions: within },
  { to: '/portal/leads', label: 'Leads', Icon: IconUsers, activeOptions: within },
  { to: '/portal/files', label: 'Files', Icon: IconFiles, activeOptions: within },
] as const

export const morePlaces = [
  { to: '/portal/analytics', label: 'Analytics', Icon: IconChartBar, activeOptions: within },
  { to: '/portal/settings', label: 'Settings', Icon: IconSettings, activeOptions: within },
] as const

export const allPlaces = [...mainPlaces, ...morePlaces]
