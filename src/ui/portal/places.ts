import { IconChartBar, IconFiles, IconHome, IconLayoutDashboard, IconSettings, IconUsers } from '@tabler/icons-react'

const exactly = { exact: true, includeSearch: false }
const within = { exact: false }

/** The rooms of the portal, each with the letter that follows a G on the keyboard. The last two are behind "More" on a phone. */
export const mainPlaces = [
  { to: '/portal', key: 'D', label: 'Dashboard', Icon: IconLayoutDashboard, activeOptions: exactly },
  { to: '/portal/listings', key: 'L', label: 'Listings', Icon: IconHome, activeOptions: within },
  { to: '/portal/leads', key: 'E', label: 'Leads', Icon: IconUsers, activeOptions: within },
  { to: '/portal/files', key: 'F', label: 'Files', Icon: IconFiles, activeOptions: within },
] as const

export const morePlaces = [
  { to: '/portal/analytics', key: 'A', label: 'Analytics', Icon: IconChartBar, activeOptions: within },
  { to: '/portal/settings', key: 'S', label: 'Settings', Icon: IconSettings, activeOptions: within },
] as const

export const allPlaces = [...mainPlaces, ...morePlaces]
