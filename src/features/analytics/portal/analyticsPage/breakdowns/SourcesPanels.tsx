import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { channelLabel } from '#values/channelKinds.ts'
import { viewsByChannelQuery, viewsByReferrerQuery } from '../../../analytics.functions.ts'
import { usePanelQuery } from '../analyticsPageQueries.ts'
import { toAnalyticsInput } from '../analyticsSearch.ts'
import { campaignContext, campaignKey, campaignName, referrerKey, referrerName } from '../filterNames.ts'
import { QueryPanel } from '../QueryPanel.tsx'
import { BarsSkeleton, FilterBars, isEmptyForBuyer, type PanelProps } from './FilterBars.tsx'

export function ReferrersPanel({ search }: PanelProps) {
  const query = usePanelQuery(viewsByReferrerQuery(toAnalyticsInput(search)))
  if (isEmptyForBuyer(search, query.data)) return null
  return (
    <SectionCard
      dense
      title="Traffic sources"
      about="The site with the link, by views. Direct means typed in, or opened from an email or a QR code."
    >
      <QueryPanel query={query} what="the traffic sources" skeleton={<BarsSkeleton />}>
        {(referrers) => (
          <FilterBars
            label="Views by source"
            bars={referrers.map(({ name, views }) => {
              const id = referrerKey(name)
              return { id, label: referrerName(id), value: views }
            })}
            search={search}
            by="referrer"
          />
        )}
      </QueryPanel>
    </SectionCard>
  )
}

const channelListOptions = [
  { value: 'channels', label: 'Channels' },
  { value: 'campaigns', label: 'Campaigns' },
] satisfies { value: string; label: string }[]

/** By which of a listing's links visitors came, or by which campaign. */
export function ChannelsPanel({ search }: PanelProps) {
  const [list, setList] = useState('channels')
  const query = usePanelQuery(viewsByChannelQuery(toAnalyticsInput(search)))
  if (isEmptyForBuyer(search, query.data?.channels)) return null
  const isCampaigns = list === 'campaigns'
  return (
    <SectionCard
      dense
      title="Channels"
      about={
        isCampaigns
          ? 'From utm_campaign, utm_source and utm_medium in the links you share, by views.'
          : 'Which of your links brought visitors and leads. Direct means the listing’s own link.'
      }
      action={
        <SegmentedControl
          size="xs"
          aria-label="Channels by"
          data={channelListOptions}
          value={list}
          onChange={setList}
        />
      }
    >
      <QueryPanel query={query} what="the channels" skeleton={<BarsSkeleton />}>
        {({ channels, campaigns }) =>
          isCampaigns ? (
            <FilterBars
              label="Views by campaign"
              bars={campaigns.map((one) => ({
                id: campaignKey(one),
                label: campaignName(one),
                value: one.views,
                note: [campaignContext(one), leadsNote(one)].filter(Boolean).join(' · '),
              }))}
              search={search}
              by="campaign"
              empty="No visits with a campaign in this period."
            />
          ) : (
            <FilterBars
              label="Views by channel"
              bars={channels.map((one) => ({
                id: one.channel,
                label: channelLabel(one.kind, one.name),
                value: one.views,
                note: leadsNote(one),
              }))}
              search={search}
              by="channel"
            />
          )
        }
      </QueryPanel>
    </SectionCard>
  )
}

const leadsNote = ({ leads }: { leads: number }) => (leads > 0 ? formatCount(leads, 'lead') : undefined)
