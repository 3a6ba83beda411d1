import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { AccountMenu } from '#features/accounts/AccountMenu.tsx'
import { currentUserQuery } from '#features/accounts/accounts.functions.ts'
import { SignInAgain } from '#features/accounts/SignInAgain.tsx'
import { signedInVisit } from '#platform/access.ts'
import { isNotSignedIn } from '#platform/sessionEnd.ts'
import { NotFoundScreen } from '#ui/NotFoundScreen.tsx'
import { PortalLayout } from '#ui/portal/PortalLayout.tsx'

export const Route = createFileRoute('/portal')({
  server: { middleware: [signedInVisit] },
  // The same for visits inside the application, which the server does not see.
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(currentUserQuery)
    } catch (error) {
      throw isNotSignedIn(error) ? redirect({ to: '/login', search: { from: location.href } }) : error
    }
  },
  component: () => (
    <PortalLayout account={<AccountMenu />}>
      <Outlet />
      <SignInAgain />
    </PortalLayout>
  ),
  notFoundComponent: NotFoundScreen,
})
