import { IconMapPinOff } from '@tabler/icons-react'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { icon } from '#ui/theme/theme.ts'
import { viewsByPlaceQuery } from '../../../analytics.functions.ts'
import type { PlaceViews } from '../../../analytics.schema.ts'
import { usePanelQuery } from '../analyticsPageQueries.ts'
import { toAnalyticsInput } from '../analyticsSearch.ts'
import { countryName, isUnknownPlace, placeContext, placeKey, placeName } from '../filterNames.ts'
import { QueryPanel } from '../QueryPanel.tsx'
import { BarsSkeleton, FilterBars, isEmptyForBuyer, type PanelProps } from './FilterBars.tsx'
import classes from './PlacesPanel.module.css'

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
