import { Text } from '@mantine/core'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { fetchIsSignedIn } from '#features/accounts/accounts.functions.ts'
import { type ProviderVisitResult, readProviderVisitResult } from '#features/accounts/providerVisitResult.ts'
import { ProviderVisitNotice } from '#features/accounts/public/ProviderVisitNotice.tsx'
import { SignInForm } from '#features/accounts/public/SignInForm.tsx'
import { isOwnPath, returnPath } from '#features/accounts/returnPath.ts'
import { isAtDoor } from '#features/openHomes/door/device/doorCookie.ts'
import { DOOR_PATH } from '#features/openHomes/door/sync/doorWorkerRegistration.ts'
import { forgetAgentsBrowser } from '#platform/auth/agentsBrowser.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { TextLink } from '#ui/links.tsx'

export const Route = createFileRoute('/_public/login')({
  validateSearch: ({
    from,
    ...visit
  }: { from?: unknown } & ProviderVisitResult): { from?: string } & ProviderVisitResult => ({
    ...(isOwnPath(from) && { from }),
    ...readProviderVisitResult(visit),
  }),
  beforeLoad: async ({ search }) => {
    if (isAtDoor()) throw redirect({ href: DOOR_PATH, reloadDocument: true })
    // If this fails, show the form.
    const isSignedIn = await fetchIsSignedIn().catch(() => false)
    if (isSignedIn) throw redirect({ href: returnPath(search.from), reloadDocument: true })
  },
  head: () => publicHead('Sign in', 'Sign in to manage your listings, property files and leads.'),
  component: Login,
})

function Login() {
  const { from, ...visit } = Route.useSearch()
  // Nobody is signed in here, so public pages offer to sign in again.
  useEffect(forgetAgentsBrowser, [])
  return (
    <TaskCard title="Sign in" lead="Your listings, property files and leads in one place.">
      <ProviderVisitNotice {...visit} />
      <SignInForm from={from} />
      <div>
        <Text size="sm">
          Forgot your password? <TextLink to="/reset-password">Reset it</TextLink>
        </Text>
        <Text size="sm" mt={8}>
          New here? <TextLink to="/get-started">Start a free trial</TextLink>
        </Text>
      </div>
    </TaskCard>
  )
}
