import { Anchor, Table, Text } from '@mantine/core'
import { mediumDate } from '#ui/dates.ts'
import classes from './Billing.module.css'
import type { Billing } from './billing.functions.ts'
import { invoiceState } from './billingWords.ts'
import { money } from './planWords.ts'

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
          There are none yet.
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
                <Table.Td ta="right">{money(amount, currency)}</Table.Td>
                <Table.Td ta="right">{invoiceState(status)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  )
}
