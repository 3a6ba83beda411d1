import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '#marketing/TermsPage.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_marketing/terms')({
  head: () => publicHead('Terms of service', 'The agreement between you and Property Files, in plain words.'),
  component: TermsPage,
})
