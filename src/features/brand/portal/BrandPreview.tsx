import { type Brand, brandStyle, fitLogo, isReadableColour } from '#features/agencies/brandLook.ts'
import { AgencyLogo } from '#features/agencies/public/AgencyBrand.tsx'
import buttons from '#ui/theme/buttons.module.css'
import type { BrandFields } from '../brand.schema.ts'
import classes from './BrandPreview.module.css'

interface BrandPreviewProps {
  /** As they are typed. */
  fields: BrandFields
  logo: Brand['logo']
}

const EMAIL_LOGO = { width: 168, height: 40 }

/** The header of a listing and an email, as buyers would see them. */
export function BrandPreview({ fields, logo }: BrandPreviewProps) {
  const { legalLine, emailText } = fields
  const name = fields.name.trim() || 'Your agency'
  const typed = fields.colour.trim().replace(/^#?/, '#')
  const colour = isReadableColour(typed) ? typed : null
  return (
    // Buyers' pages are always light.
    <div className={classes.previews} data-appearance="light" style={brandStyle({ colour })} inert>
      <figure className={classes.preview}>
        <figcaption>Listing</figcaption>
        <div className={classes.listing}>
          <div className={classes.header}>
            <AgencyLogo brand={{ name, logo }} />
          </div>
          <div className={classes.photo} />
          <div className={classes.body}>
            <strong>12 Rata Street, Karori</strong>
            <span className={buttons.filled}>Get the documents — free</span>
          </div>
          <div className={classes.legal}>{[name, legalLine.trim()].filter(Boolean).join(' · ')}</div>
        </div>
      </figure>
      <figure className={classes.preview}>
        <figcaption>Email</figcaption>
        <div className={classes.email} data-branded={colour !== null || undefined}>
          {logo ? <img src={logo.url} alt={name} {...fitLogo(logo, EMAIL_LOGO)} /> : <strong>{name}</strong>}
          <p className={classes.heading}>The documents for 12 Rata Street</p>
          <span className={buttons.filled}>Open the documents</span>
          {emailText.trim() && <p className={classes.closing}>{emailText.trim()}</p>}
          {legalLine.trim() && <p className={classes.small}>{legalLine.trim()}</p>}
        </div>
      </figure>
    </div>
  )
}
