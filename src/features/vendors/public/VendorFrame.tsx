import type { CSSProperties, ReactNode } from 'react'
import { type Brand, isReadableColour } from '#features/agencies/brandLook.ts'
import { pageOwner } from '#features/agencies/public/AgencyBrand.tsx'
import { SiteFrame } from '#ui/layout/SiteFrame.tsx'
import '#ui/theme/appearance.css'
import classes from './VendorFrame.module.css'

interface VendorFrameProps {
  brand: Brand | null
  children: ReactNode
}

/** Around a vendor's report: in the agency's name and colour, and dark where the device is. Without Mantine. */
export function VendorFrame({ brand, children }: VendorFrameProps) {
  const colour = brand?.colour && isReadableColour(brand.colour) ? brand.colour : undefined
  const owner = pageOwner(brand)
  return (
    <div
      className={classes.ground}
      data-appearance="device"
      data-branded={colour ? true : undefined}
      style={colour ? ({ '--brand': colour } as CSSProperties) : undefined}
    >
      {/* The colour of the brand is set here: by night it has to be lighter. */}
      <SiteFrame classes={classes} owner={owner && { ...owner, style: undefined }}>
        {children}
      </SiteFrame>
    </div>
  )
}
