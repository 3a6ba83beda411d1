import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { may } from '#platform/auth/permissions.ts'
import { formatAmount, formatCount, fullName } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { ExportCsvButton } from '#ui/table/ListFilters.tsx'
import { RowTable, RowTableSkeleton } from '#ui/table/RowTable.tsx'
import { agentFiguresQuery } from '../analytics.functions.ts'
import type { AgentFigures, AgentFiguresInput } from '../analytics.schema.ts'
import { minutesText } from '../readingText.ts'
import classes from './AgentsPanel.module.css'
import { QueryPanel } from './analyticsPage/QueryPanel.tsx'

type Days = Pick<Partial<AgentFiguresInput>, 'range' | 'from' | 'to'>

interface AgentsPanelProps {
  days: Days
  /** Shows only so many, those with the most views. */
  maxRows?: number
}

/** The agents of an agency side by side, for those who see all of it. Agents alone don't see it. */
export function AgentsPanel({ days, maxRows = Number.POSITIVE_INFINITY }: AgentsPanelProps) {
  const { data: agency } = useQuery(agencyQuery)
  const isShown = agency !== undefined && agency.members.length > 1 && may(agency, 'seeWholeAgency')
  const query = useQuery({ ...agentFiguresQuery(days), placeholderData: keepPreviousData, enabled: isShown })
  if (!isShown) return null
  const isPart = (query.data?.length ?? 0) > maxRows
  return (
    <SectionCard
      dense
      id="agents"
      title="Agents"
      about="Views and leads in this period, counted for each listing’s current lead agent. Reply time is the median from a new lead to its first status change."
      action={<ExportCsvButton href={csvUrl(days)} />}
    >
      <QueryPanel query={query} what="the agents" skeleton={<AgentsSkeleton rowCount={agency.members.length} />}>
        {(agents) => (
          <div className={classes.agents}>
            <RowTable columns={columns} dense bare>
              {agents
                .toSorted((one, other) => other.views - one.views || other.leads - one.leads)
                .slice(0, maxRows)
                .map((agent) => (
                  <AgentRow key={agent.id} agent={agent} days={days} />
                ))}
            </RowTable>
          </div>
        )}
      </QueryPanel>
      {isPart && (
        <p className={classes.all}>
          <TextLink to="/portal/analytics" search={days} hash="agents" inherit>
            Compare all {formatCount(query.data?.length ?? 0, 'agent')}
          </TextLink>
        </p>
      )}
    </SectionCard>
  )
}

const columns = [
  { name: 'Agent', className: classes.agent, skeleton: <Skeleton h={12} w={140} maw="100%" /> },
  { name: 'Listings', className: classes.wide },
  { name: 'Views', className: classes.figure },
  { name: 'Leads', className: classes.figure },
  { name: 'Needs reply', className: classes.wide },
  { name: 'Reply time', className: classes.wide },
]

const MAX_SKELETON_ROWS = 5

const AgentsSkeleton = ({ rowCount }: { rowCount: number }) => (
  <div className={classes.agents}>
    <RowTableSkeleton columns={columns} rowCount={Math.min(rowCount, MAX_SKELETON_ROWS)} dense bare />
  </div>
)

function AgentRow({ agent, days }: { agent: AgentFigures; days: Days }) {
  const { id: whose, listings, views, leads, needsReply, medianReplySeconds } = agent
  const replyTime = medianReplySeconds === null ? '–' : replyTimeText(medianReplySeconds)
  const name = fullName(agent) || agent.email
  return (
    <tr>
      <th scope="row" className={classes.agent}>
        <Link to="/portal/analytics" search={{ ...days, whose }} className={classes.name}>
          <bdi>{name}</bdi>
        </Link>
        {/* On a phone, where the columns have no room. */}
        <span className={classes.folded}>
          {formatCount(listings, 'listing')}
          {needsReply > 0 && ` · ${formatAmount(needsReply)} awaiting reply`}
          {medianReplySeconds !== null && ` · replies in ${replyTime}`}
        </span>
      </th>
      <td className={classes.wide}>
        <Link to="/portal/listings" search={{ whose }} aria-label={`${formatCount(listings, 'listing')} of ${name}`}>
          {formatAmount(listings)}
        </Link>
      </td>
      <td className={classes.figure}>{formatAmount(views)}</td>
      <td className={classes.figure}>
        <Link to="/portal/leads" search={{ whose }} aria-label={`${formatCount(leads, 'lead')} of ${name}`}>
          {formatAmount(leads)}
        </Link>
      </td>
      <td className={classes.wide}>
        <Link
          to="/portal/leads"
          search={{ whose, status: 'needs_reply' }}
          aria-label={`${formatCount(needsReply, 'lead')} of ${name} to reply to`}
        >
          {formatAmount(needsReply)}
        </Link>
      </td>
      <td className={classes.wide}>{replyTime}</td>
    </tr>
  )
}

const DAY_SECONDS = 24 * 3600

/** Days where hours would be hard to compare. */
const replyTimeText = (seconds: number) =>
  seconds < 2 * DAY_SECONDS ? minutesText(seconds) : formatCount(Math.round(seconds / DAY_SECONDS), 'day')

function csvUrl({ range = '30d', from, to }: Days) {
  const days: Record<string, string> = range === 'custom' && from && to ? { from, to } : {}
  return `/portal/agents.csv?${new URLSearchParams({ range, ...days })}`
}
