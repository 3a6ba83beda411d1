import { Button, Checkbox, NativeSelect, Skeleton, Stack, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Initials } from '#ui/table/PersonCell.tsx'
import { handOverListing, type ListingTeam, listingTeamQuery, setCoAgents } from '../../listings.functions.ts'
import { MAX_CO_AGENTS } from '../../listings.schema.ts'
import card from './ListingEditor.module.css'
import classes from './ListingTeamCard.module.css'

/** Who runs the listing. Agents alone don't see it. */
export function ListingTeamCard({ id }: { id: string }) {
  const { isTeam } = useTeam()
  const { data: team, isError, isFetching, refetch } = useQuery({ ...listingTeamQuery(id), enabled: isTeam })
  if (!isTeam) return null
  return (
    <section className={card.card} aria-labelledby="listing-team">
      <Title order={2} id="listing-team" className={card.heading}>
        Who runs this listing
      </Title>
      {team ? <Team id={id} team={team} /> : isError ? null : <Skeleton h={36} />}
      {isError && !team && <SectionError what="who runs this listing" busy={isFetching} onRetry={refetch} />}
    </section>
  )
}

function Team({ id, team: { leadAgentId, coAgentIds, mayChange } }: { id: string; team: ListingTeam }) {
  const { agents, nameOf } = useTeam()
  const [isHandingOver, { open, close }] = useDisclosure()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (userIds: string[]) => setCoAgents({ data: { id, before: coAgentIds, userIds } }),
    onSuccess: () => showToast('Co-agents saved.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.listings.all }),
    meta: { handled: true },
  })
  const others = agents.filter((agent) => agent.id !== leadAgentId && !coAgentIds.includes(agent.id))
  return (
    <>
      <ul className={classes.people}>
        <Person userId={leadAgentId} as="Lead agent">
          {mayChange && (
            <Button variant="default" size="xs" onClick={open}>
              Hand over
            </Button>
          )}
        </Person>
        {coAgentIds.map((userId) => (
          <Person key={userId} userId={userId} as="Co-agent">
            {mayChange && (
              <Button
                variant="default"
                size="xs"
                disabled={change.isPending}
                aria-label={`Remove ${nameOf(userId)}`}
                onClick={() => change.mutate(coAgentIds.filter((one) => one !== userId))}
              >
                Remove
              </Button>
            )}
          </Person>
        ))}
      </ul>
      <FailureAlert error={change.error} />
      {mayChange && coAgentIds.length < MAX_CO_AGENTS && others.length > 0 && (
        <NativeSelect
          label="Add a co-agent"
          className={classes.add}
          value=""
          disabled={change.isPending}
          data={[
            { value: '', label: 'Choose a colleague' },
            ...others.map((agent) => ({ value: agent.id, label: nameOf(agent.id) })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            if (value) change.mutate([...coAgentIds, value])
          }}
        />
      )}
      <p className={classes.about}>
        Buyers see all of them on the listing. Co-agents hear about new leads, and can do everything with this listing
        except change who runs it.
      </p>
      <HandOverDialog id={id} leadAgentId={leadAgentId} opened={isHandingOver} onClose={close} />
    </>
  )
}

function Person({ userId, as, children }: { userId: string; as: string; children?: ReactNode }) {
  const { members, nameOf } = useTeam()
  const { firstName = '', lastName = '' } = members.find(({ id }) => id === userId) ?? {}
  return (
    <li className={classes.person}>
      <Initials firstName={firstName} lastName={lastName} />
      <span className={classes.name}>
        <bdi>{nameOf(userId)}</bdi>
        <span className={classes.as}>{as}</span>
      </span>
      {children}
    </li>
  )
}

interface HandOverDialogProps {
  id: string
  leadAgentId: string
  opened: boolean
  onClose: () => void
}

/** Another colleague becomes the lead agent, with all leads and files of the listing. */
const HandOverDialog = ({ opened, onClose, ...listing }: HandOverDialogProps) => (
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
