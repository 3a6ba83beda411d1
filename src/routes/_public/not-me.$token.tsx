import { createFileRoute } from '@tanstack/react-router'
import { signInToDisownQuery } from '#features/accounts/devices.functions.ts'
import { NotMePage } from '#features/accounts/public/NotMePage.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/not-me/$token')({
  loader: ({ context: { queryClient }, params: { token } }) => queryClient.ensureQueryData(signInToDisownQuery(token)),
  head: () => {
    const { meta } = publicHead('This wasn’t me')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: NotMe,
})

function NotMe() {
  return <NotMePage token={Route.useParams().token} />
}
