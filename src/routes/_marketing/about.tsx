import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '#marketing/AboutPage.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_marketing/about')({
  head: () => publicHead('About', 'Why we put the documents of a home behind one link, and what we hold to.'),
  component: AboutPage,
})
