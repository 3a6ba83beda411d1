import { Badge, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { may, mayManage } from '#platform/auth/permissions.ts'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { formatAmount, formatCount, joinWithAnd, nameOrEmail } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { SearchField } from '#ui/table/ListFilters.tsx'
import { NoRows } from '#ui/table/ListResult.tsx'
import { PersonCell } from '#ui/table/PersonCell.tsx'
import { RowTable } from '#ui/table/RowTable.tsx'
import { icon } from '#ui/theme/theme.ts'
import { agencyQuery, membersQuery } from '../../agencies.functions.ts'
import type { CurrentAgency } from '../../agencies.schema.ts'
import { type Member, roleLabels } from '../../members.schema.ts'
import { searchMembers } from '../memberNames.ts'
import { InvitationList } from './InvitationList.tsx'
import { LeaveDialog, RemoveDialog } from './LeaveDialogs.tsx'
import classes from './MembersPage.module.css'
import { ChangeRoleDialog, InviteDialog, type SeatDialog } from './RoleDialogs.tsx'

interface MembersPageProps {
  timeZone: string
  /** Offers one more seat when all are taken. */
  seatDialog: (dialog: SeatDialog) => ReactNode
}

/** Everyone who works in the agency, and who was invited to. */
export function MembersPage({ timeZone, seatDialog }: MembersPageProps) {
  const [isInviting, { open: invite, close }] = useDisclosure()
  const { data: agency } = useSuspenseQuery(agencyQuery)
  const {
    data: { members, invitations },
  } = useSuspenseQuery(membersQuery)
  const invites = may(agency, 'managePeople')
  const inviteButton = invites && (
    <Button leftSection={<IconUserPlus {...icon} />} onClick={invite}>
      Invite a colleague
    </Button>
  )
  return (
    <>
      {members.length === 1 && invitations.length === 0 ? (
        <EmptyState icon={<IconUsersGroup {...icon} />} placeholder="rows" title="Work together" action={inviteButton}>
          Invite the people you sell with. You share listings and leads, everyone signs in with their own password, and
          when someone leaves, their listings go to a colleague.{' '}
          <TextLink to="/help" hash="office" underline="always">
            Set up your office in ten minutes
          </TextLink>
        </EmptyState>
      ) : (
        <div className={classes.page}>
          <SectionCard
            title={formatCount(members.length, 'member')}
            about={agency.name ? `Everyone who works in ${agency.name}.` : 'Everyone who works in your agency.'}
            action={inviteButton}
          >
            <SearchedMembers members={members} agency={agency} timeZone={timeZone} />
          </SectionCard>
          {invitations.length > 0 && <InvitationList invitations={invitations} agency={agency} timeZone={timeZone} />}
        </div>
      )}
      {invites && (
        <InviteDialog opened={isInviting} onClose={close} agency={agency} members={members} seatDialog={seatDialog} />
      )}
    </>
  )
}

const columns = [
  { name: 'Name', className: classes.name },
  { name: 'Role', className: classes.role },
  { name: 'Listings', className: classes.figure },
  { name: 'Last seen', className: classes.time },
  { name: 'Actions', className: classes.actions, hasHiddenName: true },
]

/** From here on the list is longer than a screen. */
const SEARCHED_FROM_COUNT = 12

interface MembersTableProps {
  members: Member[]
  agency: CurrentAgency
  timeZone: string
}

function SearchedMembers({ members, ...table }: MembersTableProps) {
  const [search, setSearch] = useState('')
  const found = searchMembers(members, search)
  return (
    <>
      {members.length >= SEARCHED_FROM_COUNT && (
        <div className={classes.search}>
          <SearchField label="Search members" value={search} onSearch={setSearch} />
        </div>
      )}
      <div className={classes.table}>
        {found.length > 0 ? (
          <MembersTable shown={found} members={members} {...table} />
        ) : (
          <div className={classes.search}>
            <NoRows>{`No results for “${search.trim()}”. We searched names, email addresses and roles.`}</NoRows>
          </div>
        )}
      </div>
    </>
  )
}

function MembersTable({ shown: rows, members, agency, timeZone }: MembersTableProps & { shown: Member[] }) {
  // Only those who manage people are told when someone was last here.
  const shown = may(agency, 'managePeople') ? columns : columns.filter(({ name }) => name !== 'Last seen')
  return (
    <RowTable columns={shown} bare>
      {rows.map((one) => (
        <MemberRow key={one.id} member={one} members={members} agency={agency} timeZone={timeZone} />
      ))}
    </RowTable>
  )
}

function MemberRow({ member, members, agency, timeZone }: MembersTableProps & { member: Member }) {
  const { id, email, role, lastSeenAt, listings } = member
  const name = nameOrEmail(member)
  const isSelf = id === agency.userId
  const agents = members.filter((one) => member.agentIds.includes(one.id)).map(nameOrEmail)
  const actsFor = agents.length > 0 && `Acts for ${joinWithAnd(agents)}`
  return (
    <tr>
      <PersonCell {...member} className={classes.name}>
        <div className={classes.nameLine}>
          <bdi className={classes.strong}>{name}</bdi>
          {isSelf && (
            <Badge component="span" variant="outline" fw={500} size="sm" tt="none">
              You
            </Badge>
          )}
        </div>
        {name !== email && <div className={classes.quiet}>{email}</div>}
        <div className={classes.onPhone}>
          {roleLabels[role]}
          {member.isPayer && ' · Payer'}
          {listings > 0 && ` · ${formatCount(listings, 'listing')}`}
        </div>
        {actsFor && <div className={classes.onPhone}>{actsFor}</div>}
      </PersonCell>
      <td className={classes.role}>
        <div>
          {roleLabels[role]}
          {member.isPayer && <span className={classes.quiet}> · Payer</span>}
        </div>
        {actsFor && <div className={classes.quiet}>{actsFor}</div>}
      </td>
      <td className={classes.figure}>{formatAmount(listings)}</td>
      {may(agency, 'managePeople') && (
        <td className={classes.time}>{lastSeenAt && <RelativeTime moment={lastSeenAt} timeZone={timeZone} />}</td>
      )}
      <td className={classes.actions}>
        <MemberActions member={member} members={members} agency={agency} />
      </td>
    </tr>
  )
}

interface MemberActionsProps {
  member: Member
  members: Member[]
  agency: CurrentAgency
}

/** Nothing for someone who may do nothing with this member. */
function MemberActions({ member, members, agency }: MemberActionsProps) {
  const [shown, setShown] = useState<'role' | 'remove' | 'leave'>()
  const isSelf = member.id === agency.userId
  const manages = mayManage(agency, member.role)
  const hasColleagues = members.length > 1
  if (!manages && !(isSelf && hasColleagues)) return null
  const dialog = { member, members, agency, onClose: () => setShown(undefined) }
  return (
    <>
      <ActionsMenu itemName={nameOrEmail(member)}>
        {manages && hasColleagues && <Menu.Item onClick={() => setShown('role')}>Change role</Menu.Item>}
        {manages && !isSelf && (
          <Menu.Item color="red.9" onClick={() => setShown('remove')}>
            Remove from agency
          </Menu.Item>
        )}
        {isSelf && hasColleagues && (
          <Menu.Item color="red.9" onClick={() => setShown('leave')}>
            Leave agency
          </Menu.Item>
        )}
      </ActionsMenu>
      <ChangeRoleDialog opened={shown === 'role'} {...dialog} />
      <RemoveDialog opened={shown === 'remove'} {...dialog} />
      <LeaveDialog opened={shown === 'leave'} {...dialog} />
    </>
  )
}
