import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { viewsByDeviceQuery } from '../../../analytics.functions.ts'
import { usePanelQuery } from '../analyticsPageQueries.ts'
import { toAnalyticsInput } from '../analyticsSearch.ts'
import { deviceKey, deviceName } from '../filterNames.ts'
import { QueryPanel } from '../QueryPanel.tsx'
import { BarsSkeleton, FilterBars, isEmptyForBuyer, type PanelProps } from './FilterBars.tsx'

const deviceLists = {
  devices: { name: 'Devices', by: 'device' },
  browsers: { name: 'Browsers', by: 'browser' },
  systems: { name: 'Systems', by: 'os' },
} as const
type DeviceList = keyof typeof deviceLists

const deviceListOptions = [
  { value: 'devices', label: 'Devices' },
  { value: 'browsers', label: 'Browsers' },
  { value: 'systems', label: 'Systems' },
] satisfies { value: DeviceList; label: string }[]

export function DevicesPanel({ search }: PanelProps) {
  const [list, setList] = useState<DeviceList>('devices')
  const query = usePanelQuery(viewsByDeviceQuery(toAnalyticsInput(search)))
  const { name, by } = deviceLists[list]
  if (isEmptyForBuyer(search, query.data?.devices)) return null
  return (
    <SectionCard
      dense
      title="Devices"
      about="What visitors use, by views."
      action={
        <SegmentedControl size="xs" aria-label="Devices by" data={deviceListOptions} value={list} onChange={setList} />
      }
    >
      <QueryPanel query={query} what="the devices" skeleton={<BarsSkeleton />}>
        {(devices) => (
          <FilterBars
            key={list}
            label={`Views by ${name.toLowerCase()}`}
            bars={devices[list].map((device) => {
              const id = deviceKey(device.name)
              return { id, label: deviceName(id), value: device.views }
            })}
            search={search}
            by={by}
          />
        )}
      </QueryPanel>
    </SectionCard>
  )
}
