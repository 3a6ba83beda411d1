import { createFileRoute } from '@tanstack/react-router'
import { noindexHead } from '#features/listings/public/listingHead.ts'
import DoorPage from '#features/openHomes/door/screens/DoorPage.tsx'
import { Island } from '#ui/staticPage/Island.tsx'

/** Checks visitors in at an open home. The same bytes for everyone, kept by a service worker: what it shows is on the device. */
export const Route = createFileRoute('/door')({
  head: () => noindexHead('Check in'),
  component: () => <Island name="door" component={DoorPage} props={{}} />,
})
