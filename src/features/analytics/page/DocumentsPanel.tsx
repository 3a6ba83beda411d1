import { counted } from '#ui/amounts.ts'
import { SectionCard } from '#ui/SectionCard.tsx'
import { engagementQuery } from '../analytics.functions.ts'
import { Answer } from './Answer.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import { BarsSkeleton, FilterBars } from './BarPanel.tsx'
import { documentLabel } from './documentLabel.ts'
import { questionOf } from './filters.ts'
import { useAnswer } from './useAnswer.ts'

export function DocumentsPanel({ wish }: { wish: AnalyticsWish }) {
  const engagement = useAnswer(engagementQuery(questionOf(wish)))
  return (
    <SectionCard dense title="Documents" about="How often each was opened, and downloaded.">
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
    </SectionCard>
  )
}
