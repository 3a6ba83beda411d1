import { IconAlertCircle, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { ProviderVisitResult } from '../providerVisitResult.ts'
import { describeOutcome } from '../providerVisitTexts.ts'

interface VisitNoticeProps extends ProviderVisitResult {
  onClose?: () => void
}

/** What came of a visit to Google or Microsoft. */
export function ProviderVisitNotice({ provider, outcome, onClose }: VisitNoticeProps) {
  if (!provider || !outcome) return null
  const { title, text, isGood } = describeOutcome(outcome, provider)
  const Icon = outcome === 'inbox' ? IconMail : isGood ? IconCircleCheck : IconAlertCircle
  return (
    <Notice icon={<Icon {...icon} />} title={title} tone={isGood ? 'teal' : 'amber'} role="status" onClose={onClose}>
      <p>{text}</p>
      {outcome === 'unknown' && (
        <p>
          New here? <TextLink to="/get-started">Start a free trial</TextLink>
        </p>
      )}
    </Notice>
  )
}
