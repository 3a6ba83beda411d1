import { createFileRoute } from '@tanstack/react-router'
import { marketingHead } from '#marketing/marketingPages.ts'
import { HelpPage } from '#marketing/pages/HelpPage.tsx'

export const Route = createFileRoute('/_marketing/help')({
  head: ({ matches }) =>
    marketingHead(matches, {
      name: 'help',
      title: 'Help · Property Files',
      description: 'Short answers to what buyers and agents ask most about Property Files.',
    }),
  component: HelpPage,
})
