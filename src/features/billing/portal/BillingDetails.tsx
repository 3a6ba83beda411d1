import { Anchor, Button, Table, Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { longDate, mediumDate } from '#ui/format/dates.ts'
import { useNow } from '#ui/format/elapsedTime.ts'
import { formatMoney } from '#ui/format/moneyAndPercent.ts'
import { SectionFooter } from '#ui/layout/SectionCard.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type Billing, resumeSubscription } from '../billing.functions.ts'
import { isActiveStatus, MONEY_BACK_DAYS } from '../billing.schema.ts'
import { cardExpiry, cardName, invoiceStatus, subscriptionPrice, subscriptionStatus } from '../billingText.ts'
import classes from './Billing.module.css'
import { SeatsPanel } from './SeatsPanel.tsx'

interface BillingDetailsProps {
  billing: Billing
  timeZone: string
  /** The agency will be deleted. */
  isLeaving: boolean
}

/** Plan, status, next payment and card, and the seats of an agency with several. */
export function BillingDetails({ billing, timeZone, isLeaving }: BillingDetailsProps) {
  const { card, nextPaymentAt, amount, seats, currency, planName, use } = billing
  const formatDate = (moment: Date) => longDate(moment, timeZone)
  const status = subscriptionStatus(billing, useNow(), formatDate)
  const paysNext = isActiveStatus(billing.status) && billing.status !== 'past_due' ? nextPaymentAt : null
  return (
    <>
      <dl className={classes.facts}>
        <Fact name="Plan" detail={subscriptionPrice(billing)}>
          {planName}
        </Fact>
        <Fact name="Status" detail={status.detail}>
          <span className={classes.status} data-tone={status.tone}>
            {status.name}
          </span>
        </Fact>
        <Fact name="Next payment" detail={paysNext && `on ${formatDate(paysNext)}`}>
          {paysNext && amount !== null ? formatMoney(amount * seats, currency) : 'None'}
        </Fact>
        <Fact name="Card" detail={card && `Expires ${cardExpiry(card)}`}>
          {card ? cardName(card) : 'None'}
        </Fact>
      </dl>
      {card && paysNext && expiresBefore(card, paysNext) && (
        <Notice tone="amber" icon={<IconCreditCard {...icon} />} title="Your card expires before the next payment">
          <p>Add a new one below to keep your subscription running.</p>
        </Notice>
      )}
      {isActiveStatus(billing.status) && Math.max(use.used, use.seats ?? 1, seats) > 1 && (
        <SeatsPanel billing={billing} formatDate={formatDate} isLeaving={isLeaving} />
      )}
    </>
  )
}

const Fact = ({ name, detail, children }: { name: string; detail: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span className={classes.fact}>{children}</span>
      {/* The days left are counted by the server's clock first, then by the browser's. */}
      <span className={classes.detail} suppressHydrationWarning>
        {detail}
      </span>
    </dd>
  </div>
)

/** A card is valid until the end of its month. */
const expiresBefore = ({ month, year }: { month: number; year: number }, moment: Date) =>
  Date.UTC(year, month) <= moment.getTime()

interface InvoiceTableProps {
  invoices: Billing['invoices']
  timeZone: string
}

export function InvoiceTable({ invoices, timeZone }: InvoiceTableProps) {
  return (
    <div className={classes.invoices}>
      <Text component="h3" size="sm" fw={600} mb={4}>
        Invoices
      </Text>
      {invoices.length === 0 ? (
        <Text size="sm" c="dimmed">
          You don’t have any invoices yet.
        </Text>
      ) : (
        <Table aria-label="Invoices" verticalSpacing={10} horizontalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Number</Table.Th>
              <Table.Th>Date</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
              <Table.Th ta="right">Status</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {invoices.map(({ id, number, createdAt, amount, currency, status, url }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  {url ? (
                    <Anchor href={url} size="sm" target="_blank" rel="noreferrer">
                      {number}
                    </Anchor>
                  ) : (
                    number
                  )}
                </Table.Td>
                <Table.Td>{mediumDate(createdAt, timeZone)}</Table.Td>
                <Table.Td ta="right">{formatMoney(amount, currency)}</Table.Td>
                <Table.Td ta="right">{invoiceStatus(status)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  )
}

export function BillingFooter({ billing, isLeaving }: Omit<BillingDetailsProps, 'timeZone'>) {
  const { status, endsAt, isCurrent } = billing
  const queryClient = useQueryClient()
  const { mutate: resume, isPending } = useMutation({
    mutationFn: () => resumeSubscription(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.user.all })
      showToast('Your subscription continues.')
    },
  })
  return (
    <SectionFooter>
      <p className={classes.guarantee}>
        {MONEY_BACK_DAYS}-day money-back guarantee: within {MONEY_BACK_DAYS} days of your first payment, reply to any of
        our emails with the words “money back”.
      </p>
      {isCurrent && (
        <Button component="a" href="/portal/billing" variant="default">
          Manage card, invoices and cancellation
        </Button>
      )}
      {endsAt && isActiveStatus(status) && !isLeaving && (
        <Button loading={isPending} onClick={() => resume()}>
          Resume
        </Button>
      )}
    </SectionFooter>
  )
}
