import { Menu } from '@mantine/core'
import { IconCheck, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { may } from '#platform/auth/permissions.ts'
import { MenuLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { agencyQuery } from '../agencies.functions.ts'
import { agencyLabel } from './memberNames.ts'
import { useSwitchAgency } from './OtherAgencies.tsx'

/** The agency's part of the account menu: a modest hint for an agent alone, a switch for someone in several agencies. */
export function AgencyMenuItems() {
  const { data: agency } = useSuspenseQuery(agencyQuery)
  const isAlone = agency.members.length === 1
  return (
    <>
      {isAlone && may(agency, 'managePeople') ? (
        <MenuLink to="/portal/agency" leftSection={<IconUserPlus {...icon} />}>
          Invite a colleague
        </MenuLink>
      ) : (
        <MenuLink to="/portal/agency" leftSection={<IconUsersGroup {...icon} />}>
          Your agency
        </MenuLink>
      )}
      {agency.agencies.length > 1 && (
        <>
          <Menu.Divider />
          <Menu.Label>Agencies</Menu.Label>
          {agency.agencies.map(({ id, name }) => (
            <AgencyItem key={id} id={id} name={agencyLabel(name)} isCurrent={id === agency.id} />
          ))}
          <Menu.Divider />
        </>
      )}
    </>
  )
}

interface AgencyItemProps {
  id: string
  name: string
  isCurrent: boolean
}

function AgencyItem({ id, name, isCurrent }: AgencyItemProps) {
  const { mutate: switchTo, isPending } = useSwitchAgency()
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={isCurrent}
      closeMenuOnClick={isCurrent}
      disabled={isPending}
      leftSection={<IconCheck {...icon} opacity={isCurrent ? 1 : 0} />}
      onClick={() => !isCurrent && switchTo(id)}
    >
      <bdi>{name}</bdi>
    </Menu.Item>
  )
}
