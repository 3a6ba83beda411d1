import type { Operator } from '#platform/operator.functions.ts'
import { STORAGE_QUOTA_BYTES, TRIAL_STORAGE_QUOTA_BYTES } from '#platform/storage/quota.ts'
import { writtenBytes } from '#ui/bytes.ts'
import type { LegalSection } from '../LegalPage.tsx'
import { MailTo } from '../MailTo.tsx'

export const duties = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'availability',
    title: 'Availability',
    body: (
      <p>
        We work to keep the service up at all times, but do not promise that it never stops. We announce work that takes
        it down for longer. It is not an archive: keep your own originals. Do not load it so that others suffer, do not
        try to get around its limits (500 MB for a file, {writtenBytes(STORAGE_QUOTA_BYTES)} for an account,{' '}
        {writtenBytes(TRIAL_STORAGE_QUOTA_BYTES)} during the free trial), and do not probe it for holes other than as{' '}
        <a href="/.well-known/security.txt">security.txt</a> describes.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We are not responsible for what stands in documents, for what agents and buyers agree between them, or for
          profit that somebody missed. For everything else, our liability to you in any twelve months is limited to what
          you paid us in them.
        </p>
        <p>
          You use the service for business, so the Consumer Guarantees Act 1993 does not apply between us as far as it
          allows that. None of this limits what cannot be limited by law, such as the Fair Trading Act 1986, or
          liability for intent. Buyers who are consumers keep all rights that the law gives them.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'When we end it',
    body: (
      <p>
        If you break these terms badly, or again after a warning, we may close your account; you can export first,
        unless the law forbids that. If we stop the service altogether, we tell you at least 60 days before and pay back
        what you paid for the time after.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We may change these terms, and tell you by email at least 30 days before it matters to you. If you do not agree,
        cancel before then; until then the old ones apply.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and contact',
    body: (
      <p>
        The law of New Zealand applies, and its courts decide, unless the law where you live as a consumer says
        otherwise. Talk to us first: <MailTo contact={contact} />.
      </p>
    ),
  },
]
