import { Button, Checkbox, Radio, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { exclusionSummary } from '#features/leads/exclusionTexts.ts'
import { leadStatuses, statusLabels } from '#features/leads/leadsSearch.ts'
import { formatCount } from '#ui/format/format.ts'
import { SectionBody, SectionCard, SectionError } from '#ui/layout/SectionCard.tsx'
import { messageAudienceQuery } from '../../messages.functions.ts'
import type { Audience } from '../../messages.schema.ts'
import classes from './Composer.module.css'

interface AudienceCardProps {
  listingId: string
  audience: Audience
  error?: string
  onChange: (audience: Audience) => void
}

const heatChoices = [
  { value: '', label: 'Any' },
  { value: 'warm', label: 'Hot and warm' },
  { value: 'hot', label: 'Hot only' },
] as const

/** Who gets the message: everyone who asked about the listing, or those who meet all of the filters. */
export function AudienceCard({ listingId, audience, error, onChange }: AudienceCardProps) {
  const { leadIds, heat, statuses = [], wantsUpdates, cameToOpenHome } = audience
  const isFiltered = Object.keys(audience).length > 0
  const change = (part: Partial<Record<keyof Audience, unknown>>) => onChange(withoutEmpty({ ...audience, ...part }))
  const toggleStatus = (status: (typeof leadStatuses)[number]) =>
    change({
      statuses: statuses.includes(status) ? statuses.filter((one) => one !== status) : [...statuses, status],
    })
  return (
    <SectionCard title="Who gets it">
      <SectionBody>
        <div className={classes.filters}>
          {leadIds && (
            <div className={classes.selected}>
              <span>Only the {formatCount(leadIds.length, 'lead')} you selected.</span>
              <Button variant="default" size="compact-sm" onClick={() => change({ leadIds: undefined })}>
                Choose from everyone
              </Button>
            </div>
          )}
          <fieldset className={classes.group}>
            <legend>Heat</legend>
            <div className={classes.choices}>
              {heatChoices.map(({ value, label }) => (
                <Radio
                  key={value}
                  name="heat"
                  label={label}
                  checked={(heat ?? '') === value}
                  onChange={() => change({ heat: value || undefined })}
                />
              ))}
            </div>
          </fieldset>
          <fieldset className={classes.group}>
            <legend>Status</legend>
            <div className={classes.choices}>
              {leadStatuses.map((status) => (
                <Checkbox
                  key={status}
                  label={statusLabels[status]}
                  checked={statuses.includes(status)}
                  onChange={() => toggleStatus(status)}
                />
              ))}
            </div>
          </fieldset>
          <fieldset className={classes.group}>
            <legend>Only buyers who</legend>
            <Stack gap={12}>
              <Checkbox
                label="asked to be kept up to date"
                checked={wantsUpdates === true}
                onChange={() => change({ wantsUpdates: !wantsUpdates || undefined })}
              />
              <Checkbox
                label="came to an open home"
                checked={cameToOpenHome === true}
                onChange={() => change({ cameToOpenHome: !cameToOpenHome || undefined })}
              />
            </Stack>
          </fieldset>
          {error && (
            <p className={classes.error} role="alert">
              {error}
            </p>
          )}
          <AudienceCount listingId={listingId} audience={audience} isFiltered={isFiltered} />
        </div>
      </SectionBody>
    </SectionCard>
  )
}

/** The server takes a filter that is left out as none. */
function withoutEmpty(audience: Partial<Record<keyof Audience, unknown>>) {
  const set = Object.entries(audience).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
  return Object.fromEntries(set) as Audience
}

interface AudienceCountProps {
  listingId: string
  audience: Audience
  isFiltered: boolean
}

/** How many buyers that is, and who is left out for what reason. */
function AudienceCount({ listingId, audience, isFiltered }: AudienceCountProps) {
  const query = useQuery({ ...messageAudienceQuery({ listingId, audience }), placeholderData: keepPreviousData })
  if (!query.data && query.isError)
    return <SectionError what="how many buyers that is" busy={query.isFetching} onRetry={query.refetch} />
  const { data } = query
  const leftOut = data ? exclusionSummary(data.excluded) : ''
  return (
    <div className={classes.count} role="status" data-old={query.isPlaceholderData || undefined}>
      {data && (
        <>
          <p className={classes.reached}>{reachedText(data.included, isFiltered)}</p>
          {leftOut && <p className={classes.left}>Left out: {leftOut}.</p>}
        </>
      )}
    </div>
  )
}

function reachedText(recipients: number, isFiltered: boolean) {
  if (recipients === 0) return isFiltered ? 'Nobody matches these filters' : 'There’s nobody to email yet'
  return `${formatCount(recipients, 'buyer')} will get it`
}
