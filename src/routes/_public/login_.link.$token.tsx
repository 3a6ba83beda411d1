import { createFileRoute } from '@tanstack/react-router'
import { ConfirmLinkPage } from '#features/accounts/public/ConfirmLinkPage.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/_public/login_/link/$token')({
  head: () => {
    const { meta } = publicHead('Link it and sign in')
    // The server sets this header too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] }
  },
  component: ConfirmLink,
})

function ConfirmLink() {
  return <ConfirmLinkPage token={Route.useParams().token} />
}
