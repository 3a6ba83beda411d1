/** A place as a filter has it: country, region and city. */
export const placeKey = ({ country, region, city }: Place) => [country, region, city].join('|')

export interface Place {
  country: string
  region: string
  city: string
}

export const placeOf = (key: string): Place => {
  const [country = '', region = '', city = ''] = key.split('|')
  return { country, region, city }
}

const countries = new Intl.DisplayNames('en-NZ', { type: 'region', fallback: 'none' })
const isCode = (country: string) => /^[A-Z]{2}$/.test(country)

export const countryName = (country: string) => (isCode(country) && countries.of(country)) || country

/** The smallest that is known: "Karori", "Waikato", "New Zealand". */
export const placeName = ({ country, region, city }: Place) => city || region || countryName(country) || 'Unknown place'

/** What the place lies in, where that says more. */
export const placeAround = (place: Place) =>
  [place.region, countryName(place.country)].filter((around) => around && around !== placeName(place)).join(', ')

export const isUnknown = ({ country, region, city }: Place) => !(country || region || city)
