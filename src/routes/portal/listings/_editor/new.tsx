import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { EditorSkeleton } from '#features/listings/portal/editor/EditorSkeleton.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/portal/listings/_editor/new')({
  loader: async ({ context: { queryClient } }) => void (await queryClient.ensureQueryData(settingsQuery)),
  staticData: { title: 'New listing' },
  head: () => portalHead('New listing'),
  pendingComponent: EditorSkeleton,
  component: () => null,
})
