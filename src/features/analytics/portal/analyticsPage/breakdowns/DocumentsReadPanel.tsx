import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { engagementQuery, readingTimeQuery } from '../../../analytics.functions.ts'
import { minutesText } from '../../../readingText.ts'
import { usePanelQuery } from '../analyticsPageQueries.ts'
import { toAnalyticsInput } from '../analyticsSearch.ts'
import { documentLabel } from '../filterNames.ts'
import { QueryPanel } from '../QueryPanel.tsx'
import { BarsSkeleton, FilterBars, type PanelProps } from './FilterBars.tsx'

const documentListOptions = [
  { value: 'opens', label: 'Opened' },
  { value: 'time', label: 'Reading time' },
] satisfies { value: string; label: string }[]

/** How often documents were opened, or how long all readers have read them. The time of one buyer is beside their activity. */
export function DocumentsReadPanel({ search }: PanelProps) {
  const [list, setList] = useState('opens')
  const isTime = list === 'time' && search.leadId === ''
  return (
    <SectionCard
      dense
      title="Documents"
      about={
        isTime
          ? 'How long all readers have read each, since you added it.'
          : 'How often each was opened and downloaded.'
      }
      action={
        search.leadId === '' && (
          <SegmentedControl
            size="xs"
            aria-label="Documents by"
            data={documentListOptions}
            value={list}
            onChange={setList}
          />
        )
      }
    >
      {isTime ? <DocumentsByTime search={search} /> : <DocumentsByOpens search={search} />}
    </SectionCard>
  )
}

function DocumentsByOpens({ search }: PanelProps) {
  const query = usePanelQuery(engagementQuery(toAnalyticsInput(search)))
  return (
    <QueryPanel query={query} what="the documents" skeleton={<BarsSkeleton />}>
      {({ documents }) => (
        <FilterBars
          label="Views by document"
          bars={documents.map((document) => ({
            id: document.fileId,
            label: documentLabel(document, documents),
            value: document.opens,
            note: document.downloads > 0 ? formatCount(document.downloads, 'download') : undefined,
          }))}
          search={search}
          by="fileId"
          empty="No documents opened in this period."
        />
      )}
    </QueryPanel>
  )
}

function DocumentsByTime({ search }: PanelProps) {
  const query = usePanelQuery(readingTimeQuery(toAnalyticsInput(search)))
  return (
    <QueryPanel query={query} what="the reading times" skeleton={<BarsSkeleton />}>
      {({ documents }) => (
        <FilterBars
          label="Reading time by document"
          bars={documents.map((document) => ({
            id: document.fileId,
            label: documentLabel(document, documents),
            value: document.seconds,
            valueText: minutesText(document.seconds),
            note: formatCount(document.readers, 'reader'),
          }))}
          search={search}
          by="fileId"
          empty="No documents read yet."
        />
      )}
    </QueryPanel>
  )
}
