/** How filters name what is not known: it is stored as nothing. */
const nothing = ['', 'unknown', 'direct']

export const asStored = (word: string) => (nothing.includes(word) ? '' : word)

/** Country, region and city, as many of them as were named. */
export const placeParts = (place: string | undefined): (string | undefined)[] => place?.split('|').slice(0, 3) ?? []
