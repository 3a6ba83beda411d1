import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#marketing/PrivacyPage.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_marketing/privacy-policy')({
  head: () =>
    publicHead('Privacy policy', 'What Property Files keeps about agents and buyers, what for, and for how long.'),
  component: PrivacyPage,
})
