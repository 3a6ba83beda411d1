import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestResetForm, ResetSent, useResetRequest } from '#features/accounts/public/RequestResetForm.tsx'
import { publicHead } from '#ui/layout/pageTitle.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'

export const Route = createFileRoute('/_public/reset-password/')({
  head: () => publicHead('Reset your password', 'We’ll email you a link to reset your password.'),
  component: RequestReset,
})

function RequestReset() {
  const request = useResetRequest()
  const [sentTo, setSentTo] = useState('')
  if (sentTo) return <ResetSent email={sentTo} request={request} />
  return (
    <TaskCard
      title="Reset your password"
      lead="We’ll email you a link to set a new password. Your old one works until you do."
    >
      <RequestResetForm request={request} onSent={setSentTo} />
    </TaskCard>
  )
}
