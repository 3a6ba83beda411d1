import { createFileRoute } from '@tanstack/react-router'
import { FeaturesPage } from '#marketing/FeaturesPage.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_marketing/features')({
  head: () =>
    publicHead(
      'Features',
      'Upload the files of a listing, share one link and get a qualified lead for every buyer who reads them.',
    ),
  component: FeaturesPage,
})
