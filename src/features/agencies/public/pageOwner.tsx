import { type Brand, brandStyle } from '../brandLook.ts'
import { AgencyBrand, AgencyLegal } from './AgencyBrand.tsx'

/** For `SiteFrame`: the page is in the agency's name. Nothing for an agency whose pages look like ours. */
export const pageOwner = (brand: Brand | null | undefined) =>
  brand
    ? { brand: <AgencyBrand brand={brand} />, legal: <AgencyLegal brand={brand} />, style: brandStyle(brand) }
    : undefined
