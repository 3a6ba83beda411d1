const FOLDER = '/node_modules/country-flag-icons/3x2'

/** Files of their own: a browser loads those that it shows. */
const urls = import.meta.glob<string>('/node_modules/country-flag-icons/3x2/*.svg', {
  eager: true,
  query: '?no-inline',
  import: 'default',
})

/** The address of a country's flag, where it has one. */
export const flagOf = (code: string) => urls[`${FOLDER}/${code}.svg`]
