import { type Brand, brandStyle, fitLogo } from '../brandLook.ts'
import classes from './AgencyBrand.module.css'

type NameAndLogo = Pick<Brand, 'name' | 'logo'>

/** In the header of a page for buyers. */
const HEADER_LOGO = { width: 168, height: 40 }
/** Beside the name of a document. */
const SMALL_LOGO = { width: 112, height: 28 }

/** The agency's logo, or its name until it has one. Leads to its website. */
export function AgencyBrand({ brand: { website, ...brand } }: { brand: NameAndLogo & Pick<Brand, 'website'> }) {
  if (!website) return <AgencyLogo brand={brand} />
  return (
    <a href={website} target="_blank" rel="noopener nofollow" className={classes.link}>
      <AgencyLogo brand={brand} />
    </a>
  )
}

export function AgencyLogo({ brand: { name, logo }, isSmall = false }: { brand: NameAndLogo; isSmall?: boolean }) {
  if (logo)
    return (
      <img
        className={classes.logo}
        src={logo.url}
        alt={name}
        {...fitLogo(logo, isSmall ? SMALL_LOGO : HEADER_LOGO)}
        decoding="async"
      />
    )
  return (
    <span className={classes.name}>
      <bdi>{name}</bdi>
    </span>
  )
}

/** At the end of a page for buyers: who the agency is, and what the law wants beside its name. */
export const AgencyLegal = ({ brand: { name, legalLine, website } }: { brand: Brand }) => (
  <p className={classes.legal}>
    <strong>
      <bdi>{name}</bdi>
    </strong>
    {legalLine && (
      <span>
        <bdi>{legalLine}</bdi>
      </span>
    )}
    {website && (
      <a href={website} target="_blank" rel="noopener nofollow">
        {website.replace(/^https:\/\/(www\.)?/, '')}
      </a>
    )}
  </p>
)

/** For `SiteFrame`: the page is in the agency's name. Nothing for an agency whose pages look like ours. */
export const pageOwner = (brand: Brand | null | undefined) =>
  brand
    ? { brand: <AgencyBrand brand={brand} />, legal: <AgencyLegal brand={brand} />, style: brandStyle(brand) }
    : undefined
