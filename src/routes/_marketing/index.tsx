import { createFileRoute } from '@tanstack/react-router'
import { fetchLiveExample } from '#features/listings/public/publicListings.functions.ts'
import { fetchVendorExample } from '#features/vendors/vendorPage.functions.ts'
import { marketingHead } from '#marketing/marketingPages.ts'
import { HomePage } from '#marketing/pages/HomePage.tsx'

export const Route = createFileRoute('/_marketing/')({
  // Never fails: without an example the rest of the page is still worth reading.
  loader: async () => {
    const [examplePath, vendorExamplePath] = await Promise.all([
      fetchLiveExample().catch(() => null),
      fetchVendorExample().catch(() => null),
    ])
    return { examplePath, vendorExamplePath }
  },
  head: ({ matches }) =>
    marketingHead(matches, {
      name: 'home',
      title: 'Property Files Made Easy for Agents & Buyers',
      description:
        'Manage property files, automate listing admin and more! Buyers view files for free and agents get qualified leads straight to their inbox.',
    }),
  component: () => <HomePage {...Route.useLoaderData()} />,
})
