import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may, type Permission } from '#platform/auth/permissions.ts'
import { agencyQuery } from '../agencies.functions.ts'
import classes from './AgencyTabs.module.css'

type TabPath =
  | '/portal/agency'
  | '/portal/agency/brand'
  | '/portal/agency/connections'
  | '/portal/agency/security'
  | '/portal/agency/activity'
  | '/portal/agency/data'

/** The pages of an agency. Without a permission, every member may open one. */
const tabs: { to: TabPath; label: string; permission?: Permission }[] = [
  { to: '/portal/agency', label: 'Members' },
  { to: '/portal/agency/brand', label: 'Brand', permission: 'changeBrand' },
  { to: '/portal/agency/connections', label: 'Connections', permission: 'manageConnections' },
  { to: '/portal/agency/security', label: 'Security', permission: 'requireSecondFactor' },
  { to: '/portal/agency/activity', label: 'Activity', permission: 'readAuditLog' },
  { to: '/portal/agency/data', label: 'Data', permission: 'exportAgency' },
]

/** Links to those that the member may open, if there is more than one. */
export function AgencyTabs() {
  const { data: agency } = useSuspenseQuery(agencyQuery)
  const open = tabs.filter(({ permission }) => !permission || may(agency, permission))
  if (open.length < 2) return null
  return (
    <nav aria-label="Your agency" className={classes.tabs}>
      {open.map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className={classes.tab}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
