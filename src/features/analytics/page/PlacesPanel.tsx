import { IconMapPinOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { icon } from '#ui/theme.ts'
import { placesQuery } from '../analytics.functions.ts'
import type { PlaceSlice } from '../analytics.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import classes from './BarPanel.module.css'
import { BarsSkeleton, FilterBars } from './BarPanel.tsx'
import { Answer, Card } from './Card.tsx'
import { questionOf } from './filters.ts'
import { countryName, flagOf, isUnknown, placeAround, placeKey, placeName } from './placeWords.ts'

export function PlacesPanel({ wish }: { wish: AnalyticsWish }) {
  const places = useQuery({ ...placesQuery(questionOf(wish)), placeholderData: keepPreviousData })
  return (
    <Card title="Cities" about="Where visitors are, by views.">
      <Answer query={places} what="The cities" skeleton={<BarsSkeleton />}>
        {(slices) => (
          <FilterBars
            label="Views by city"
            bars={barsOf(slices)}
            noun="view"
            wish={wish}
            by="place"
            none="Nobody looked in these days."
          />
        )}
      </Answer>
    </Card>
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
      icon: <Flag country={place.country} />,
    }))

const Flag = ({ country }: { country: string }) =>
  flagOf(country) ? (
    <span role="img" aria-label={countryName(country)} title={countryName(country)} className={classes.flag}>
      {flagOf(country)}
    </span>
  ) : (
    <IconMapPinOff {...icon} size={20} />
  )
