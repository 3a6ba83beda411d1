const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** "Wellington, New Zealand", or as much of it as is known. */
export const placeText = ({ city, country }: { city: string | null; country: string | null }) =>
  [city, country && /^[A-Z]{2}$/.test(country) ? countryNames.of(country) : null]
    .filter(Boolean)
    .join(', ')
    .slice(0, 100)
