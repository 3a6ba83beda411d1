import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#marketing/legal/PrivacyPage.tsx'
import { marketingHead } from '#marketing/marketingPages.ts'
import { fetchOperator } from '#platform/config/clientSettings.functions.ts'

export const Route = createFileRoute('/_marketing/privacy-policy')({
  loader: () => fetchOperator(),
  head: ({ matches }) =>
    marketingHead(matches, {
      name: 'privacy-policy',
      title: 'Privacy policy · Property Files',
      description: 'What Property Files stores about agents and buyers, why, and for how long.',
    }),
  component: () => <PrivacyPage {...Route.useLoaderData()} />,
})
