/** The values that the database, the schemas and the screens of a listing share. Directly in `src`, because the database and the browser use it. */

export const countries = ['NZ', 'AU'] as const
export const propertyTypes = [
  'house',
  'apartment',
  'townhouse',
  'unit',
  'section',
  'lifestyle',
  'rural',
  'commercial',
] as const
export const titleTypes = ['freehold', 'leasehold', 'cross_lease', 'unit_title', 'strata', 'company'] as const
export const landAreaUnits = ['m2', 'ha'] as const
export const saleMethods = [
  'auction',
  'deadline_sale',
  'tender',
  'negotiation',
  'asking_price',
  'enquiries_over',
  'set_date',
] as const
/** Where the sale stands. Only the first two are public. */
export const saleStatuses = ['available', 'under_offer', 'sold', 'withdrawn'] as const
