import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { pageOwner } from '#features/agencies/public/AgencyBrand.tsx'
import { VendorFrame } from '#features/vendors/public/VendorFrame.tsx'
import { TaskLayout } from '#ui/layout/TaskLayout.tsx'
import { MantineRoot } from '#ui/theme/MantineRoot.tsx'

export const Route = createFileRoute('/_public')({
  component: PublicLayout,
})

function PublicLayout() {
  /** The page of an emailed link is in the agency's name. */
  const brand = useMatches({
    select: (matches) => {
      const page = matches.find(({ routeId }) => routeId === '/_public/listings/$id_/open')
      const loaded = page?.loaderData
      return loaded && 'brand' in loaded ? loaded.brand : null
    },
  })
  const vendor = useMatches({ select: (matches) => matches.find(({ routeId }) => routeId === '/_public/vendor') })
  if (vendor)
    return (
      <VendorFrame brand={vendor.loaderData && 'brand' in vendor.loaderData ? vendor.loaderData.brand : null}>
        <Outlet />
      </VendorFrame>
    )
  return (
    <MantineRoot>
      <TaskLayout owner={pageOwner(brand)}>
        <Outlet />
      </TaskLayout>
    </MantineRoot>
  )
}
