import { createFileRoute, Outlet } from '@tanstack/react-router'
import classes from '#ui/layout/BuyerLayout.module.css'
import { PortalLink } from '#ui/layout/PortalLink.tsx'
import { SiteFrame } from '#ui/layout/SiteFrame.tsx'

/** Around the pages that buyers open from an ad, mostly on a phone: light, and without Mantine. */
export const Route = createFileRoute('/_buyer')({
  component: () => (
    <SiteFrame classes={classes} headerEnd={<PortalLink />}>
      <Outlet />
    </SiteFrame>
  ),
})
