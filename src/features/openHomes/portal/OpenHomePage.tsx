import { ActionIcon, Button, Menu, Title } from '@mantine/core'
import {
  IconChevronLeft,
  IconDownload,
  IconMail,
  IconMessage,
  IconMinus,
  IconPhone,
  IconPlus,
  IconUserCheck,
  IconUserMinus,
  IconUsers,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HeatBadge } from '#features/analytics/portal/HeatBadge.tsx'
import { openHomeTime } from '#features/listings/facts/factTexts.ts'
import { shareFilePath } from '#features/listings/listingUrls.ts'
import { Pill } from '#ui/display/Pill.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { phoneLink, textMessageLink } from '#ui/format/contactLinks.ts'
import { timeOfDay } from '#ui/format/dates.ts'
import { formatAmount, formatCount, fullName } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { icon } from '#ui/theme/theme.ts'
import { openHomeQuery } from '../openHomes.functions.ts'
import type { ListedVisitor, OpenHomePageData } from '../server/visitors.server.ts'
import { AddVisitorDialog } from './AddVisitorDialog.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import classes from './OpenHomePage.module.css'
import { useFollowUp, useOpenHomeActions } from './useOpenHomeActions.ts'

interface OpenHomePageProps {
  openHomeId: string
  timeZone: string
}

const smallIcon = { ...icon, size: 16 }

/** After an open home: how many came, who, and whom to ring first. */
export function OpenHomePage({ openHomeId, timeZone }: OpenHomePageProps) {
  const { data: page } = useSuspenseQuery(openHomeQuery(openHomeId))
  const [isAdding, setAdding] = useState(false)
  const { listing, openHome, visitors } = page
  const isBefore = openHome.startsAt.getTime() > Date.now()
  return (
    <div className={classes.page}>
      <TextLink to="/portal/listings/$id" params={{ id: listing.id }} className={classes.back}>
        <IconChevronLeft {...smallIcon} /> <bdi>{listing.title}</bdi>
      </TextLink>
      <header className={classes.head}>
        <Title order={1} size="h2">
          {openHomeTime(openHome, { country: listing.country, timeZone: openHome.timeZone })}
        </Title>
        {openHome.isCancelled && <Pill tone="ended">Cancelled</Pill>}
      </header>
      <Figures page={page} />
      <SectionCard
        title="Who came"
        about={visitors.length > 0 ? 'Keenest first.' : undefined}
        action={
          <div className={classes.actions}>
            <FollowUpButton page={page} />
            <Button
              variant="default"
              size="sm"
              leftSection={<IconPlus {...smallIcon} />}
              onClick={() => setAdding(true)}
            >
              Add visitor
            </Button>
          </div>
        }
      >
        {visitors.length > 0 ? (
          <ol className={classes.list} aria-label="Who came">
            {visitors.map((visitor) => (
              <VisitorRow key={visitor.id} visitor={visitor} openHome={openHome} timeZone={timeZone} />
            ))}
          </ol>
        ) : (
          <div className={classes.none}>
            <EmptyState
              icon={<IconUsers {...icon} />}
              title={isBefore ? 'This open home hasn’t started yet' : 'Nobody has left their details'}
            >
              {isBefore
                ? 'Visitors are listed here as they check in at the door, or on their own phone with the QR code at the gate.'
                : 'If someone signed in on paper, add them here. They’ll be a lead on this listing.'}
            </EmptyState>
          </div>
        )}
      </SectionCard>
      {openHome.endsAt.getTime() > Date.now() && !openHome.isCancelled && (
        <SectionCard
          title="At the door"
          about="Turns this phone or tablet into a check-in desk. It works without a signal, and visitors can’t leave it without your PIN."
        >
          <div className={classes.gate}>
            {/* A new document, because a browser goes by the first manifest of one. */}
            <ButtonLink to="/portal/door/$id" params={{ id: openHomeId }} size="sm" reloadDocument>
              Check in at the door
            </ButtonLink>
          </div>
        </SectionCard>
      )}
      <DevicesCard openHomeId={openHomeId} timeZone={timeZone} />
      <SectionCard
        title="At the gate"
        about="Visitors scan the QR code and check in on their own phone. It’s the same for every open home of this listing."
      >
        <div className={classes.gate}>
          <Button
            component="a"
            href={`${shareFilePath(listing.id, 'poster.pdf')}?for=check-in`}
            variant="default"
            size="sm"
            leftSection={<IconDownload {...smallIcon} />}
          >
            Gate poster (PDF)
          </Button>
          <TextLink to="/listings/$id/check-in" params={{ id: listing.slug }} target="_blank">
            See the check-in page
          </TextLink>
        </div>
      </SectionCard>
      <AddVisitorDialog opened={isAdding} openHomeId={openHomeId} onClose={() => setAdding(false)} />
    </div>
  )
}

/** How many came. The agent corrects those who were only counted. */
function Figures({ page: { openHome, visitors, total, named, counted } }: { page: OpenHomePageData }) {
  const { setCount } = useOpenHomeActions(openHome.id)
  return (
    <dl className={classes.figures}>
      <div className={classes.figure} data-main>
        <dt>{total === 1 ? 'Visitor' : 'Visitors'}</dt>
        <dd>{formatAmount(total)}</dd>
      </div>
      <div className={classes.figure}>
        <dt>Left details</dt>
        <dd>{formatAmount(named)}</dd>
        {named > 0 && <LeadsLink openHome={openHome} visitors={visitors} />}
      </div>
      <div className={classes.figure}>
        <dt>Without details</dt>
        <dd className={classes.count}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label="One fewer visitor"
            disabled={counted === 0}
            onClick={() => setCount(counted - 1)}
          >
            <IconMinus {...smallIcon} />
          </ActionIcon>
          <span aria-live="polite">{formatAmount(counted)}</span>
          <ActionIcon variant="default" size={36} aria-label="One more visitor" onClick={() => setCount(counted + 1)}>
            <IconPlus {...smallIcon} />
          </ActionIcon>
        </dd>
      </div>
    </dl>
  )
}

/** The same people in the list of leads, which leaves archived ones out. */
function LeadsLink({ openHome, visitors }: Pick<OpenHomePageData, 'openHome' | 'visitors'>) {
  const archived = visitors.filter(({ isArchived }) => isArchived).length
  return (
    <dd className={classes.leads}>
      <TextLink to="/portal/leads" search={{ openHome: openHome.id }} size="sm">
        {archived > 0 ? `Show ${formatAmount(visitors.length - archived)} in leads` : 'Show in leads'}
      </TextLink>
      {archived > 0 && <span className={classes.archived}>{formatAmount(archived)} archived</span>}
    </dd>
  )
}

function FollowUpButton({ page: { openHome, visitors } }: { page: OpenHomePageData }) {
  const { mutate, isPending } = useFollowUp(openHome.id)
  const people = visitors.filter(
    ({ email, isWithdrawn, isUnsubscribed, isBounced }) =>
      email !== '' && !isWithdrawn && !isUnsubscribed && !isBounced,
  ).length
  if (people === 0) return null
  return (
    <Button size="sm" leftSection={<IconMail {...smallIcon} />} loading={isPending} onClick={() => mutate()}>
      Email documents to {formatCount(people, 'visitor')}
    </Button>
  )
}

interface VisitorRowProps {
  visitor: ListedVisitor
  openHome: OpenHomePageData['openHome']
  timeZone: string
}

function VisitorRow({ visitor, openHome, timeZone }: VisitorRowProps) {
  const { remove, setStatus } = useOpenHomeActions(openHome.id)
  const { id, phone, phoneText, email, heat, status, brief, lastRead, arrivedAt } = visitor
  const name = fullName(visitor)
  return (
    <li className={classes.visitor}>
      <div className={classes.who}>
        <div className={classes.name}>
          <TextLink to="/portal/leads" search={{ lead: id }} fw={600}>
            <bdi>{name}</bdi>
          </TextLink>
          <HeatBadge heat={heat} />
          {status !== 'new' && <Pill tone="positive">{status === 'contacted' ? 'Contacted' : 'In progress'}</Pill>}
          {visitor.isWithdrawn && <Pill tone="ended">No access</Pill>}
          {visitor.isUnsubscribed && <Pill tone="ended">Unsubscribed</Pill>}
          {visitor.isBounced && <Pill tone="ended">Emails bounce</Pill>}
        </div>
        <p className={classes.contact}>
          <bdi>{[phoneText, email].filter(Boolean).join(' · ')}</bdi>
        </p>
        <p className={classes.brief}>
          {lastRead ? (
            <>
              Read <bdi>{lastRead.name}</bdi>, <RelativeTime moment={lastRead.at} timeZone={timeZone} />
            </>
          ) : (
            brief
          )}
          {arrivedAt && (
            <span className={classes.arrived}>
              {lastRead ? ' · ' : ' '}Came at {timeOfDay(arrivedAt, openHome.timeZone)}
            </span>
          )}
        </p>
      </div>
      <div className={classes.buttons}>
        {phone && (
          <Button
            component="a"
            href={phoneLink(phone)}
            size="sm"
            variant="default"
            leftSection={<IconPhone {...smallIcon} />}
          >
            Call
          </Button>
        )}
        {phone && (
          <ActionIcon
            component="a"
            href={textMessageLink(phone)}
            variant="default"
            size={36}
            aria-label={`Text ${name}`}
          >
            <IconMessage {...smallIcon} />
          </ActionIcon>
        )}
        <ActionsMenu itemName={name}>
          {status === 'new' && (
            <Menu.Item
              leftSection={<IconUserCheck {...smallIcon} />}
              onClick={() => setStatus({ visitor, status: 'contacted' })}
            >
              Mark as contacted
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconUserMinus {...smallIcon} />} onClick={() => remove(visitor)}>
            Didn’t come
          </Menu.Item>
        </ActionsMenu>
      </div>
    </li>
  )
}
