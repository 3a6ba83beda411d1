import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { useState } from 'react'
import { channelLabel } from '#features/listings/channels/channelLabels.ts'
import { formatAmount, formatCount } from '#ui/format/format.ts'
import { formatPercent } from '#ui/format/moneyAndPercent.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { icon } from '#ui/theme/theme.ts'
import {
  engagementQuery,
  readingTimeQuery,
  viewsByChannelQuery,
  viewsByDeviceQuery,
  viewsByPlaceQuery,
  viewsByReferrerQuery,
} from '../../analytics.functions.ts'
import { type Engagement, type PlaceViews, ratio } from '../../analytics.schema.ts'
import { minutesText } from '../../readingText.ts'
import { type Bar, BarList } from '../charts/BarList.tsx'
import { usePanelQuery } from './analyticsPageQueries.ts'
import { type AnalyticsSearch, type FilterKey, toAnalyticsInput } from './analyticsSearch.ts'
import classes from './BreakdownPanels.module.css'
import { FilterLink } from './FilterLink.tsx'
import {
  campaignContext,
  campaignKey,
  campaignName,
  countryName,
  deviceKey,
  deviceName,
  documentLabel,
  isUnknownPlace,
  placeContext,
  placeKey,
  placeName,
  referrerKey,
  referrerName,
} from './filterNames.ts'
import { QueryPanel } from './QueryPanel.tsx'

interface PanelProps {
  search: AnalyticsSearch
}

export function PlacesPanel({ search }: PanelProps) {
  const query = usePanelQuery(viewsByPlaceQuery(toAnalyticsInput(search)))
  if (isEmptyForBuyer(search, query.data?.places)) return null
  return (
    <SectionCard dense title="Cities" about="Where visitors are, by views.">
      <QueryPanel query={query} what="the cities" skeleton={<BarsSkeleton />}>
        {({ places, isFromDbIp }) => (
          <>
            <FilterBars label="Views by city" bars={placeBars(places)} search={search} by="place" />
            {isFromDbIp && (
              <p className={classes.credit}>
                <a href="https://db-ip.com" target="_blank" rel="noopener noreferrer">
                  IP Geolocation by DB-IP
                </a>
              </p>
            )}
          </>
        )}
      </QueryPanel>
    </SectionCard>
  )
}

/** Unknown places come last, however many views they have. */
const placeBars = (places: readonly PlaceViews[]) =>
  places
    .toSorted((one, other) => Number(isUnknownPlace(one)) - Number(isUnknownPlace(other)))
    .map((place) => ({
      id: placeKey(place),
      label: placeName(place),
      value: place.views,
      note: placeContext(place),
      icon: <CountryFlag code={place.country} />,
    }))

const FLAG_FOLDER = '/node_modules/country-flag-icons/3x2'

/** Separate files: a browser loads only the flags that it shows. */
const flagUrls = import.meta.glob<string>('/node_modules/country-flag-icons/3x2/*.svg', {
  eager: true,
  query: '?no-inline',
  import: 'default',
})

export const flagUrl = (countryCode: string) => flagUrls[`${FLAG_FOLDER}/${countryCode}.svg`]

/** A country's flag, or its code where there is no flag. */
function CountryFlag({ code }: { code: string }) {
  if (!code) return <IconMapPinOff {...icon} size={20} />
  const flag = flagUrl(code)
  return (
    <abbr title={countryName(code)} className={flag ? classes.flag : classes.countryCode}>
      {flag ? <img src={flag} alt={code} width={24} height={16} /> : code}
    </abbr>
  )
}

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

/** A buyer who only opened documents has no page views, and so no city, source or device. An empty panel would tell the agent nothing. */
const isEmptyForBuyer = ({ leadId }: AnalyticsSearch, rows: readonly unknown[] | undefined) =>
  leadId !== '' && rows?.length === 0

interface FilterBarsProps extends PanelProps {
  label: string
  /** With the value of the filter as id. */
  bars: readonly Bar[]
  by: FilterKey
  empty?: string
}

/** Bars that filter the page when clicked. */
const FilterBars = ({ label, bars, search, by, empty = 'No views in this period.' }: FilterBarsProps) => (
  <div className={classes.bars}>
    {bars.length === 0 ? (
      <p className={classes.empty}>{empty}</p>
    ) : (
      <BarList
        label={label}
        bars={bars}
        noun="view"
        link={(id, row) => <FilterLink search={search} by={by} value={id} {...row} />}
      />
    )}
  </div>
)

const skeletonWidths = [90, 64, 48, 40, 32]

const BarsSkeleton = () => (
  <div className={classes.bars}>
    {skeletonWidths.map((width) => (
      <Skeleton key={width} h={36} w={`${width}%`} mb={4} radius={6} />
    ))}
  </div>
)

const funnelSteps = [
  { name: 'Visited', metric: 'visitors', event: 'listing_view' },
  { name: 'Left details', metric: 'leads', event: 'lead_created' },
  { name: 'Opened a document', metric: 'readers', event: 'file_view' },
] as const

/** From a visit to a lead, and on to the documents, which open to leads only. */
export function FunnelPanel({ search }: PanelProps) {
  const query = usePanelQuery(engagementQuery(toAnalyticsInput(search)))
  return (
    <SectionCard
      dense
      title="Conversion funnel"
      about="Visitors, those who left their details, and how many of those opened a document. Each as a share of all visitors."
    >
      <QueryPanel query={query} what="the conversion funnel" skeleton={<Skeleton className={classes.funnelSkeleton} />}>
        {(engagement) => <FunnelSteps engagement={engagement} search={search} />}
      </QueryPanel>
    </SectionCard>
  )
}

function FunnelSteps({ engagement, search }: PanelProps & { engagement: Engagement }) {
  const maximum = Math.max(...funnelSteps.map(({ metric }) => engagement[metric].now))
  const visitors = engagement.visitors.now
  return (
    <ol className={classes.funnel}>
      {funnelSteps.map(({ name, metric, event }) => (
        <li key={metric}>
          <FilterLink search={search} by="event" value={event} hash="log" className={classes.step}>
            <span>{name}</span>
            <span className={classes.numbers}>
              <b>{formatAmount(engagement[metric].now)}</b>
              <span className={classes.share}>
                {visitors > 0 ? formatPercent(engagement[metric].now / visitors) : '–'}
              </span>
            </span>
            <span className={classes.track}>
              <span className={classes.fill} style={{ width: `${ratio(engagement[metric].now, maximum) * 100}%` }} />
            </span>
          </FilterLink>
        </li>
      ))}
    </ol>
  )
}
