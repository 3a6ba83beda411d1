import type { Operator } from '#platform/operator.functions.ts'
import { STORAGE_QUOTA_BYTES, TRIAL_STORAGE_QUOTA_BYTES } from '#platform/storage/quota.ts'
import { formatBytes } from '#ui/bytes.ts'
import type { LegalSection } from '../LegalPage.tsx'
import { EmailLink } from '../MailTo.tsx'

export const dutiesSections = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'availability',
    title: 'Availability',
    body: (
      <p>
        We work to keep the service available, but can’t promise it will never be interrupted. We announce longer
        maintenance in advance. It’s not a backup, so keep your originals. Don’t overload it, don’t try to get around
        its limits (500 MB for a file, {formatBytes(STORAGE_QUOTA_BYTES)} for an account,{' '}
        {formatBytes(TRIAL_STORAGE_QUOTA_BYTES)} during the free trial), and don’t test it for vulnerabilities other
        than as <a href="/.well-known/security.txt">security.txt</a> describes.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We’re not responsible for what’s in documents, for what agents and buyers agree with each other, or for lost
          profit. For everything else, our liability to you in any 12 months is limited to what you paid us in those 12
          months.
        </p>
        <p>
          You use the service for business, so as far as the law allows, the Consumer Guarantees Act 1993 doesn’t apply
          between us. Nothing here limits rights or liability that the law doesn’t let us limit, such as under New
          Zealand’s Fair Trading Act 1986 or the Australian Consumer Law, or for intentional harm. Buyers who are
          consumers keep all their legal rights.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'When we can end it',
    body: (
      <p>
        If you seriously break these terms, or break them again after a warning, we may close your account. You can
        export your data first, unless the law forbids it. If we shut the service down, we tell you at least 60 days
        before and refund what you’ve paid for the time after.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We may change these terms. We email you at least 30 days before a change affects you. If you don’t agree, you
        can cancel before then. Until then, the old terms apply.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and contact',
    body: (
      <p>
        New Zealand law applies, and New Zealand courts decide, unless consumer law where you live says otherwise. If
        something’s wrong, email us first: <EmailLink contact={contact} />.
      </p>
    ),
  },
]
