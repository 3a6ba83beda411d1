import { createFileRoute } from '@tanstack/react-router'
import { marketingHead } from '#marketing/marketingPages.ts'
import { AboutPage } from '#marketing/pages/AboutPage.tsx'

export const Route = createFileRoute('/_marketing/about')({
  head: ({ matches }) =>
    marketingHead(matches, {
      name: 'about',
      title: 'About · Property Files',
      description: 'Why we put a property’s documents behind one link, and what we stand for.',
    }),
  component: AboutPage,
})
