import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#marketing/HomePage.tsx'

export const Route = createFileRoute('/_marketing/')({
  head: () => ({
    meta: [
      { title: 'Property Files Made Easy for Agents & Buyers' },
      {
        name: 'description',
        content:
          'Manage property files, automate listing admin and more! Buyers view files for free and agents get qualified leads straight to their inbox.',
      },
    ],
  }),
  component: HomePage,
})
