import { IconAlertCircle } from '@tabler/icons-react'
import { Notice } from '#ui/Notice.tsx'
import { icon } from '#ui/theme.ts'
import { type Trouble, troubles } from './troubles.ts'

export function TroubleNotice({ trouble }: { trouble: Trouble | undefined }) {
  if (!trouble) return null
  const { title, text } = troubles[trouble]
  return (
    <Notice role="alert" tone="amber" icon={<IconAlertCircle {...icon} />} title={title}>
      <p>{text}</p>
    </Notice>
  )
}
