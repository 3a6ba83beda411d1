import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { handOverListing } from '../../../listings.functions.ts'

interface HandOverDialogProps {
  id: string
  leadAgentId: string
  opened: boolean
  onClose: () => void
}

/** Another colleague becomes the lead agent, with all leads and files of the listing. */
export const HandOverDialog = ({ opened, onClose, ...listing }: HandOverDialogProps) => (
  <Dialog title="Hand over this listing" opened={opened} onClose={onClose}>
    <HandOverForm {...listing} onClose={onClose} />
  </Dialog>
)

function HandOverForm({ id, leadAgentId, onClose }: Omit<HandOverDialogProps, 'opened'>) {
  const { agents, nameOf, userId: viewerId } = useTeam()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [userId, setUserId] = useState('')
  const [staysCoAgent, setStays] = useState(true)
  const isOwn = leadAgentId === viewerId
  const handOver = useMutation({
    mutationFn: () => handOverListing({ data: { id, userId, staysCoAgent } }),
    onSuccess: async () => {
      onClose()
      showToast(`${nameOf(userId)} is the lead agent now.`)
      // Someone who gives a listing away may no longer be able to open it.
      if (isOwn && !staysCoAgent) await navigate({ to: '/portal/listings' })
      await queryClient.invalidateQueries()
    },
    meta: { handled: true },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (userId) handOver.mutate()
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label="New lead agent"
          description="They get all leads, files and reminders of this listing. Links keep working."
          required
          value={userId}
          data={[
            { value: '', label: 'Choose a colleague' },
            ...agents
              .filter((agent) => agent.id !== leadAgentId)
              .map((agent) => ({ value: agent.id, label: nameOf(agent.id) })),
          ]}
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
        <Checkbox
          label={isOwn ? 'Keep me as a co-agent' : `Keep ${nameOf(leadAgentId)} as a co-agent`}
          checked={staysCoAgent}
          onChange={(event) => setStays(event.currentTarget.checked)}
        />
        <DialogFooter
          label="Hand over listing"
          form={{ isBusy: handOver.isPending, failure: handOver.error }}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
