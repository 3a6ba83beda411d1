import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { SectionCard } from '#ui/SectionCard.tsx'
import { devicesQuery } from '../analytics.functions.ts'
import { Answer } from './Answer.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import { BarsSkeleton, FilterBars } from './BarPanel.tsx'
import { questionOf } from './filters.ts'
import { machineKey, machineName } from './names.ts'
import { useAnswer } from './useAnswer.ts'

const lists = {
  devices: { name: 'Devices', by: 'device' },
  browsers: { name: 'Browsers', by: 'browser' },
  systems: { name: 'Systems', by: 'os' },
} as const
type List = keyof typeof lists

const choices = Object.entries(lists).map(([value, { name }]) => ({ value: value as List, label: name }))

export function DevicesPanel({ wish }: { wish: AnalyticsWish }) {
  const [list, setList] = useState<List>('devices')
  const machines = useAnswer(devicesQuery(questionOf(wish)))
  const { name, by } = lists[list]
  return (
    <SectionCard
      dense
      title="Devices"
      about="What they looked with, by views."
      action={<SegmentedControl size="xs" aria-label="Devices by" data={choices} value={list} onChange={setList} />}
    >
      <Answer query={machines} what="The devices" skeleton={<BarsSkeleton />}>
        {(slices) => (
          <FilterBars
            key={list}
            label={`Views by ${name.toLowerCase()}`}
            bars={slices[list].map((slice) => {
              const id = machineKey(slice.name)
              return { id, label: machineName(id), value: slice.views }
            })}
            noun="view"
            wish={wish}
            by={by}
            none="Nobody looked in these days."
          />
        )}
      </Answer>
    </SectionCard>
  )
}
