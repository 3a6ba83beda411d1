import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { pageOwner } from '#features/agencies/public/AgencyBrand.tsx'
import classes from '#ui/layout/BuyerLayout.module.css'
import { PortalLink } from '#ui/layout/PortalLink.tsx'
import { SiteFrame } from '#ui/layout/SiteFrame.tsx'

/** Around the pages that buyers open from an ad, mostly on a phone: light, and without Mantine. */
export const Route = createFileRoute('/_buyer')({
  component: BuyerLayout,
})

function BuyerLayout() {
  const brand = useMatches({
    select: (matches) => {
      const page = matches.find(({ routeId }) => routeId === '/_buyer/listings/$id')
      const loaded = page?.loaderData
      return loaded && 'brand' in loaded ? loaded.brand : null
    },
  })
  return (
    <SiteFrame classes={classes} headerEnd={<PortalLink />} owner={pageOwner(brand)}>
      <Outlet />
    </SiteFrame>
  )
}
