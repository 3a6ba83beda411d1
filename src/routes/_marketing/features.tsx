import { createFileRoute } from '@tanstack/react-router'
import { fetchLiveExample } from '#features/listings/public/publicListings.functions.ts'
import { marketingHead } from '#marketing/marketingPages.ts'
import { FeaturesPage } from '#marketing/pages/FeaturesPage.tsx'

export const Route = createFileRoute('/_marketing/features')({
  loader: async () => ({ examplePath: await fetchLiveExample().catch(() => null) }),
  head: ({ matches }) =>
    marketingHead(matches, {
      name: 'features',
      title: 'Features · Property Files',
      description: 'Upload a listing’s files, share one link and get a qualified lead for every buyer who opens them.',
    }),
  component: () => <FeaturesPage {...Route.useLoaderData()} />,
})
