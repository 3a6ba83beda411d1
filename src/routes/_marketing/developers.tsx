import { createFileRoute } from '@tanstack/react-router'
import { DevelopersPage } from '#marketing/developers/DevelopersPage.tsx'
import { marketingHead } from '#marketing/marketingPages.ts'

export const Route = createFileRoute('/_marketing/developers')({
  head: ({ matches }) =>
    marketingHead(matches, {
      name: 'developers',
      title: 'Developers · Property Files',
      description:
        'Connect your CRM or website to Property Files: keys, limits, errors, and every operation of the API.',
    }),
  component: DevelopersPage,
})
