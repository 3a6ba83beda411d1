import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestResetForm } from '#features/accounts/RequestResetForm.tsx'
import { ResetSent } from '#features/accounts/ResetSent.tsx'
import { useResetRequest } from '#features/accounts/useResetRequest.ts'
import { TaskCard } from '#ui/TaskCard.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_public/reset-password/')({
  head: () => publicHead('Reset your password', 'Get an e-mail with a link to choose a new password.'),
  component: RequestReset,
})

function RequestReset() {
  const request = useResetRequest()
  const [sentTo, setSentTo] = useState('')
  if (sentTo) return <ResetSent email={sentTo} request={request} />
  return (
    <TaskCard
      title="Reset your password"
      lead="We send a link to your e-mail address. Open it to choose a new password; the old one works until then."
    >
      <RequestResetForm request={request} onSent={setSentTo} />
    </TaskCard>
  )
}
