import { SectionCard } from '#ui/SectionCard.tsx'
import { referrersQuery } from '../analytics.functions.ts'
import { Answer } from './Answer.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import { BarsSkeleton, FilterBars } from './BarPanel.tsx'
import { questionOf } from './filters.ts'
import { referrerKey, referrerName } from './names.ts'
import { useAnswer } from './useAnswer.ts'

export function ReferrersPanel({ wish }: { wish: AnalyticsWish }) {
  const referrers = useAnswer(referrersQuery(questionOf(wish)))
  return (
    <SectionCard
      dense
      title="Where they came from"
      about="The site with the link, by views. Typed in or from a mail is direct."
    >
      <Answer query={referrers} what="Where visitors came from" skeleton={<BarsSkeleton />}>
        {(slices) => (
          <FilterBars
            label="Views by site"
            bars={slices.map(({ name, views }) => {
              const id = referrerKey(name)
              return { id, label: referrerName(id), value: views }
            })}
            noun="view"
            wish={wish}
            by="referrer"
            none="Nobody looked in these days."
          />
        )}
      </Answer>
    </SectionCard>
  )
}
