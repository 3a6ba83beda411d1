import { SectionCard } from '#ui/SectionCard.tsx'
import { placesQuery } from '../analytics.functions.ts'
import type { PlaceSlice } from '../analytics.ts'
import { Answer } from './Answer.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import { BarsSkeleton, FilterBars } from './BarPanel.tsx'
import { Country } from './Country.tsx'
import { questionOf } from './filters.ts'
import classes from './PlacesPanel.module.css'
import { isUnknown, placeAround, placeKey, placeName } from './placeWords.ts'
import { useAnswer } from './useAnswer.ts'

export function PlacesPanel({ wish }: { wish: AnalyticsWish }) {
  const places = useAnswer(placesQuery(questionOf(wish)))
  return (
    <SectionCard dense title="Cities" about="Where visitors are, by views.">
      <Answer query={places} what="The cities" skeleton={<BarsSkeleton />}>
        {({ places: slices, isFromDbIp }) => (
          <>
            <FilterBars
              label="Views by city"
              bars={barsOf(slices)}
              noun="view"
              wish={wish}
              by="place"
              none="No views in this period."
            />
            {isFromDbIp && (
              <p className={classes.credit}>
                <a href="https://db-ip.com" target="_blank" rel="noopener noreferrer">
                  IP Geolocation by DB-IP
                </a>
              </p>
            )}
          </>
        )}
      </Answer>
    </SectionCard>
  )
}

/** What is not known comes last, however much it is. */
const barsOf = (slices: readonly PlaceSlice[]) =>
  slices
    .toSorted((one, other) => Number(isUnknown(one)) - Number(isUnknown(other)))
    .map((place) => ({
      id: placeKey(place),
      label: placeName(place),
      value: place.views,
      note: placeAround(place),
      icon: <Country code={place.country} />,
    }))
