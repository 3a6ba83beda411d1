import { createFileRoute } from '@tanstack/react-router'
import CertificateCheck from '#features/disclosure/public/CertificateCheck.tsx'
import { marketingHead } from '#marketing/marketingPages.ts'
import { VerifyPage } from '#marketing/pages/VerifyPage.tsx'
import { Island } from '#ui/staticPage/Island.tsx'

export const Route = createFileRoute('/_marketing/verify')({
  head: ({ matches }) =>
    marketingHead(matches, {
      name: 'verify',
      title: 'Verify a certificate · Property Files',
      description: 'Check that a disclosure certificate is as Property Files issued it.',
    }),
  component: () => <VerifyPage check={<Island name="verify" component={CertificateCheck} props={{}} />} />,
})
