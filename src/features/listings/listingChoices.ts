export const listingStates = ['draft', 'published', 'archived'] as const
export type ListingState = (typeof listingStates)[number]

export const listingSorts = ['changed', 'created', 'title'] as const
export type ListingSort = (typeof listingSorts)[number]
