import { CertificateCheck } from '#features/disclosure/public/CertificateCheck.tsx'

/** The field on the page that checks certificates. */
export default function VerifyIsland() {
  return <CertificateCheck />
}
