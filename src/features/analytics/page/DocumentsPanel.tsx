import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { counted } from '#ui/amounts.ts'
import { engagementQuery } from '../analytics.functions.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import { BarsSkeleton, FilterBars } from './BarPanel.tsx'
import { Answer, Card } from './Card.tsx'
import { documentLabel } from './documentLabel.ts'
import { questionOf } from './filters.ts'

export function DocumentsPanel({ wish }: { wish: AnalyticsWish }) {
  const engagement = useQuery({ ...engagementQuery(questionOf(wish)), placeholderData: keepPreviousData })
  return (
    <Card title="Documents" about="How often each was opened, and taken along.">
      <Answer query={engagement} what="The documents" skeleton={<BarsSkeleton />}>
        {({ documents }) => (
          <FilterBars
            label="Openings by document"
            bars={documents.map((document) => ({
              id: document.fileId,
              label: documentLabel(document, documents),
              value: document.opens,
              note: document.downloads > 0 ? counted(document.downloads, 'download') : undefined,
            }))}
            noun="opening"
            wish={wish}
            by="fileId"
            none="No document was opened in these days."
          />
        )}
      </Answer>
    </Card>
  )
}
