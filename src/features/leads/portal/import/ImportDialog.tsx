import { Button, FileButton, Group, List, NativeSelect, Stack, Table, Text, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FindListings, ListingSelect } from '#features/listings/portal/ListingSelect.tsx'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { formatAmount, formatCount, fullName } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type ImportResult, importLeads } from '../../intake/addLead.functions.ts'
import { consentStatement, MAX_IMPORT_LENGTH, writeRows } from '../../intake/addLead.schema.ts'
import { ConsentFields } from '../add/AddLeadDialog.tsx'
import classes from './ImportDialog.module.css'
import {
  type ColumnTarget,
  columnTargets,
  guessColumns,
  type ImportedTable,
  parseLeads,
  type ReadRow,
  readLeadsFile,
  readRows,
  UnreadableFile,
} from './leadsFile.ts'

interface ImportDialogProps {
  opened: boolean
  listingId: string
  findListings: FindListings
  onClose: () => void
}

/** Leads from a spreadsheet: choose it, check what each column becomes, import. */
export const ImportDialog = ({ opened, ...steps }: ImportDialogProps) => (
  <Dialog opened={opened} onClose={steps.onClose} title="Import leads" size={760} fullScreen="on phones">
    <ImportSteps {...steps} />
  </Dialog>
)

function ImportSteps({ listingId, findListings, onClose }: Omit<ImportDialogProps, 'opened'>) {
  const [table, setTable] = useState<ImportedTable>()
  const [result, setResult] = useState<ImportSummary>()
  if (result) return <ImportReport result={result} onClose={onClose} />
  if (!table) return <ChooseFile onRead={setTable} />
  return (
    <CheckColumns
      table={table}
      listingId={listingId}
      findListings={findListings}
      onBack={() => setTable(undefined)}
      onImported={setResult}
    />
  )
}

function ChooseFile({ onRead }: { onRead: (table: ImportedTable) => void }) {
  const [pasted, setPasted] = useState('')
  const reading = useMutation({
    mutationFn: async (source: Blob | string) =>
      parseLeads(typeof source === 'string' ? source : await readLeadsFile(source)),
    onSuccess: onRead,
    meta: { handled: true },
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        Choose a CSV file with a row for each buyer, or paste the cells from your spreadsheet. Up to 2,000 rows. Nothing
        is added until you’ve checked it.
      </Text>
      <div>
        <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => file && reading.mutate(file)}>
          {(props) => (
            <Button {...props} leftSection={<IconFileUpload {...icon} size={16} />} loading={reading.isPending}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </div>
      <Textarea
        label="Or paste the rows here"
        placeholder={'Name, Email, Phone\nMere Walker, mere@example.nz, 021 555 0123'}
        minRows={4}
        maxRows={8}
        autosize
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <FileError error={reading.error} />
      <Group justify="flex-end">
        <Button variant="default" disabled={pasted.trim() === ''} onClick={() => reading.mutate(pasted)}>
          Check these rows
        </Button>
      </Group>
    </Stack>
  )
}

/** What is wrong with the file is said in its own words. */
const FileError = ({ error }: { error: unknown }) =>
  error instanceof UnreadableFile ? (
    <Text role="alert" size="sm" c="red.9">
      {error.message}
    </Text>
  ) : (
    <FailureAlert error={error} />
  )

const targetLabels: Record<ColumnTarget, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  note: 'What they asked',
}
const targetOptions = [
  { value: '', label: 'Not imported' },
  ...columnTargets.map((value) => ({ value, label: targetLabels[value] })),
]

const PREVIEW_ROWS = 5
const MAX_LISTED_ROWS = 50

interface ImportSummary extends ImportResult {
  /** The rows that were sent, by their place. */
  sent: ReadRow[]
  /** The rows that had errors. */
  faulty: ReadRow[]
}

interface CheckColumnsProps {
  table: ImportedTable
  listingId: string
  findListings: FindListings
  onBack: () => void
  onImported: (result: ImportSummary) => void
}

function CheckColumns({ table, findListings, onBack, onImported, ...initial }: CheckColumnsProps) {
  const [columns, setColumns] = useState(() => guessColumns(table))
  const [listingId, setListingId] = useState(initial.listingId)
  const [consent, setConsent] = useState({ consentChoice: '', consentText: '' })
  // The same for every attempt, so that a lost response does not add anyone twice.
  const [key] = useState(() => crypto.randomUUID())
  const queryClient = useQueryClient()
  const rows = readRows(table, columns)
  const [sent, faulty] = [rows.filter(({ error }) => !error), rows.filter(({ error }) => error)]
  const text = writeRows(sent.map(({ contact }) => contact))
  const importing = useMutation({
    mutationFn: () => importLeads({ data: { listingId, consent: consentStatement(consent), key, rows: text } }),
    onSuccess: async (result) => {
      onImported({ ...result, sent, faulty })
      await queryClient.invalidateQueries({ queryKey: queryKeys.leads.all })
    },
    meta: { handled: true },
  })
  const isTooLong = text.length > MAX_IMPORT_LENGTH
  const isReady = listingId !== '' && consent.consentChoice !== '' && sent.length > 0 && !isTooLong
  const choose = (place: number, target: ColumnTarget | '') =>
    setColumns((before) => before.map((old, at) => (at === place ? target : old === target ? '' : old)))
  return (
    <Stack gap="md">
      <div className={classes.scroll}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th className={classes.becomes}>Becomes</Table.Th>
              <Table.Th className={classes.wide}>For example</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.headings.map((heading, place) => (
              <Table.Tr key={place}>
                <Table.Td>
                  <bdi>{heading.slice(0, 60)}</bdi>
                  <bdi className={`${classes.example} ${classes.narrow}`}>{exampleCell(table, place)}</bdi>
                </Table.Td>
                <Table.Td>
                  <NativeSelect
                    aria-label={`What ${heading.slice(0, 60)} becomes`}
                    data={targetOptions}
                    value={columns[place]}
                    onChange={(event) =>
                      choose(place, columnTargets.find((one) => one === event.currentTarget.value) ?? '')
                    }
                  />
                </Table.Td>
                <Table.Td className={`${classes.example} ${classes.wide}`}>
                  <bdi>{exampleCell(table, place)}</bdi>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <section aria-label="Preview">
        <Text size="sm" fw={600} role="status">
          {formatCount(sent.length, 'lead')} to import
          {faulty.length > 0 && `, ${formatCount(faulty.length, 'row')} left out`}
        </Text>
        <List size="sm" mt={4}>
          {sent.slice(0, PREVIEW_ROWS).map(({ line, contact }) => (
            <List.Item key={line}>
              <bdi>{[fullName(contact), contact.phone, contact.email].filter(Boolean).join(' · ')}</bdi>
            </List.Item>
          ))}
        </List>
        <FaultyRows rows={faulty} />
      </section>
      <ListingSelect
        label="Which listing are they for?"
        placeholder="Choose a listing"
        findListings={findListings}
        value={listingId || null}
        onSelect={(id) => setListingId(id ?? '')}
      />
      <ConsentFields
        label="How did they agree to you keeping their details?"
        choice={{
          value: consent.consentChoice,
          onChange: (consentChoice) => setConsent((before) => ({ ...before, consentChoice })),
        }}
        text={{
          value: consent.consentText,
          onChange: ({ currentTarget: { value: consentText } }) => setConsent((before) => ({ ...before, consentText })),
        }}
      />
      {isTooLong && (
        <Text role="alert" size="sm" c="red.9">
          There is more text in these rows than we can import at once. Split the file, or leave out the notes.
        </Text>
      )}
      <FailureAlert error={importing.error} />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button disabled={!isReady} loading={importing.isPending} onClick={() => importing.mutate()}>
          Import {formatCount(sent.length, 'lead')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The first cell with content. */
const exampleCell = ({ rows }: ImportedTable, place: number) =>
  rows.find((row) => row[place]?.trim())?.[place]?.slice(0, 80)

function FaultyRows({ rows }: { rows: ReadRow[] }) {
  if (rows.length === 0) return null
  return (
    <>
      <Text size="sm" mt="xs">
        These rows won’t be imported:
      </Text>
      <ul className={classes.faulty}>
        {rows.slice(0, MAX_LISTED_ROWS).map(({ line, error }) => (
          <li key={line}>
            Row {line}: {error}
          </li>
        ))}
        {rows.length > MAX_LISTED_ROWS && <li>and {formatAmount(rows.length - MAX_LISTED_ROWS)} more</li>}
      </ul>
    </>
  )
}

const skipTexts = { known: 'already a lead on this listing', repeated: 'the same person as an earlier row' }

function ImportReport({ result, onClose }: { result: ImportSummary; onClose: () => void }) {
  const { added, skipped, sent, faulty } = result
  return (
    <Stack gap="md">
      <Text role="status" fw={600}>
        {formatCount(added, 'lead')} added
      </Text>
      {skipped.length > 0 && (
        <div>
          <Text size="sm">{formatCount(skipped.length, 'row')} skipped:</Text>
          <ul className={classes.faulty}>
            {skipped.slice(0, MAX_LISTED_ROWS).map(({ place, reason }) => (
              <li key={place}>
                Row {sent[place]?.line}: {skipTexts[reason]}
              </li>
            ))}
            {skipped.length > MAX_LISTED_ROWS && <li>and {formatAmount(skipped.length - MAX_LISTED_ROWS)} more</li>}
          </ul>
        </div>
      )}
      <FaultyRows rows={faulty} />
      <Group justify="flex-end">
        <Button onClick={onClose}>Show leads</Button>
      </Group>
    </Stack>
  )
}
