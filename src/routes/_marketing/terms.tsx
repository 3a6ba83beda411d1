import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '#marketing/legal/TermsPage.tsx'
import { marketingHead } from '#marketing/marketingPages.ts'
import { fetchOperator } from '#platform/config/clientSettings.functions.ts'

export const Route = createFileRoute('/_marketing/terms')({
  loader: () => fetchOperator(),
  head: ({ matches }) =>
    marketingHead(matches, {
      name: 'terms',
      title: 'Terms of service · Property Files',
      description: 'The agreement between you and Property Files, in plain English.',
    }),
  component: () => <TermsPage {...Route.useLoaderData()} />,
})
