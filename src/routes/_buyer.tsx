import { createFileRoute, Outlet } from '@tanstack/react-router'
import { BrandedFrame, PortalLink } from '#ui/layout/BrandedFrame.tsx'
import classes from '#ui/layout/BuyerLayout.module.css'

/** Around the pages that buyers open from an ad, mostly on a phone: light, and without Mantine. */
export const Route = createFileRoute('/_buyer')({
  component: () => (
    <BrandedFrame classes={classes} headerEnd={<PortalLink />}>
      <Outlet />
    </BrandedFrame>
  ),
})
