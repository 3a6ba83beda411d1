import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { agentName } from '#ui/format/format.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import touch from '#ui/touchTarget.module.css'
import { inviteeRoles } from '#values/disclosureValues.ts'
import { privateLinkQuery } from '../../buyer.functions.ts'
import { inviteReader, resendInvitation, restoreInvitee, revokeInvitee } from '../../invitees/invitees.functions.ts'
import { type InviteeRole, inviteeRoleLabels, MAX_INVITEES, NewInvitee } from '../../invitees/invitees.schema.ts'
import field from '../leadForm/TextField.module.css'
import { TextField } from '../leadForm/TextField.tsx'
import cards from '../privateLink/StoredDetails.module.css'
import type { PrivateLinkData } from '../privateLink/StoredDetails.tsx'
import classes from './Invitees.module.css'

interface InviteesProps {
  linkKey: string
  link: PrivateLinkData
}

type Invitee = PrivateLinkData['household']['invitees'][number]

/** Whom the buyer reads with: invites them, and ends their access. */
export function Invitees({ linkKey, link }: InviteesProps) {
  const { state, invitees } = link.household
  const [isInviting, setInviting] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  if (state === 'off' && invitees.length === 0) return null
  const canInvite = state === 'on' && invitees.filter(({ revokedAt }) => !revokedAt).length < MAX_INVITEES
  return (
    <details className={cards.card}>
      <summary className={cards.summary}>
        <h2 className={cards.title}>Read with a partner, lawyer or bank</h2>
      </summary>
      <p role="status" className={cards.said}>
        {sentTo && `We’ve sent ${sentTo} their own link.`}
      </p>
      <p className={classes.about}>{aboutSharing(link)}</p>
      {invitees.length > 0 && (
        <ul className={classes.people}>
          {invitees.map((invitee) => (
            <InviteeRow key={invitee.id} linkKey={linkKey} invitee={invitee} isOn={state === 'on'} onSent={setSentTo} />
          ))}
        </ul>
      )}
      {isInviting && canInvite ? (
        <InviteForm
          linkKey={linkKey}
          onSent={(name) => {
            setSentTo(name)
            setInviting(false)
          }}
          onCancel={() => setInviting(false)}
        />
      ) : (
        canInvite && (
          <Button
            variant="default"
            onClick={() => {
              setSentTo(undefined)
              setInviting(true)
            }}
          >
            Invite someone
          </Button>
        )
      )}
    </details>
  )
}

function aboutSharing(link: PrivateLinkData) {
  const agent = agentName(link.agent)
  if (link.household.state === 'off')
    return `${agent} has switched off sharing, so these people can’t open the documents.`
  if (link.household.state === 'unproven')
    return 'Open the documents once with the link in our email. Then you can invite someone here.'
  return `They get their own link by email. ${agent} sees who they are and what they read, but gets no second enquiry. You can invite up to ${MAX_INVITEES} people.`
}

interface InviteeRowProps {
  linkKey: string
  invitee: Invitee
  /** Sharing is switched on. */
  isOn: boolean
  onSent: (name: string) => void
}

function InviteeRow({ linkKey, invitee, isOn, onSent }: InviteeRowProps) {
  const { id, name, email, role, revokedAt, revokedBy } = invitee
  const { revoke, restore } = useInviteeActions(linkKey)
  const resend = useMutation({
    mutationFn: () => resendInvitation({ data: { key: linkKey, inviteeId: id } }),
    onSuccess: () => onSent(name),
    meta: { handled: true },
  })
  return (
    <li className={classes.person}>
      <p className={classes.name}>
        <bdi>{name}</bdi> <span className={classes.role}>{inviteeRoleLabels[role]}</span>
      </p>
      <p className={classes.state}>
        <FactsLine facts={[<bdi key="email">{email}</bdi>, inviteeState(invitee)]} />
      </p>
      <FailureAlert error={resend.error} />
      {isOn && (
        <Group gap="xs" mt={4}>
          {!revokedAt && (
            <>
              <Button
                variant="default"
                size="xs"
                className={touch.target}
                loading={resend.isPending}
                onClick={() => resend.mutate()}
                aria-label={`Send again to ${name}`}
              >
                Send again
              </Button>
              <Button
                variant="default"
                size="xs"
                className={touch.target}
                onClick={() => revoke(invitee)}
                aria-label={`End access for ${name}`}
              >
                End access
              </Button>
            </>
          )}
          {revokedBy === 'buyer' && (
            <Button
              variant="default"
              size="xs"
              className={touch.target}
              onClick={() => restore(invitee)}
              aria-label={`Restore access for ${name}`}
            >
              Restore access
            </Button>
          )}
        </Group>
      )}
    </li>
  )
}

function inviteeState({ openedAt, revokedAt, revokedBy }: Invitee) {
  if (revokedAt) return revokedBy === 'agent' ? 'The agent ended their access' : 'You ended their access'
  return openedAt ? 'Has opened the link' : 'Hasn’t opened the link yet'
}

function useInviteeActions(linkKey: string) {
  const query = privateLinkQuery(linkKey)
  const useChange = (change: Parameters<typeof useOptimisticMutation<Invitee, unknown>>[0]) =>
    useOptimisticMutation({ ...change, invalidates: [{ queryKey: query.queryKey }] }).mutate
  const restore = useChange({
    mutationFn: ({ id }) => restoreInvitee({ data: { key: linkKey, inviteeId: id } }),
    queryKey: query.queryKey,
    successMessage: ({ name }) => `${name} can open the documents again.`,
  })
  const revoke = useChange({
    mutationFn: ({ id }) => revokeInvitee({ data: { key: linkKey, inviteeId: id } }),
    queryKey: query.queryKey,
    successMessage: ({ name }) => `${name} can’t open the documents now.`,
    undo: (invitee) => () => restore(invitee),
  })
  return { revoke, restore }
}

interface InviteFormProps {
  linkKey: string
  onSent: (name: string) => void
  onCancel: () => void
}

const nobody: NewInvitee = { name: '', email: '', role: 'partner' }

function InviteForm({ linkKey, onSent, onCancel }: InviteFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: nobody,
    schema: NewInvitee,
    submit: async (invited) => {
      await inviteReader({ data: { key: linkKey, ...invited } })
      await queryClient.invalidateQueries(privateLinkQuery(linkKey))
    },
    onSuccess: (_, { name }) => onSent(name),
  })
  return (
    <form method="post" {...form.formProps} className={classes.form} aria-label="Invite someone">
      <TextField {...form.nativeField('name')} label="Their name" autoComplete="off" enterKeyHint="next" autoFocus />
      <TextField
        {...form.nativeField('email')}
        label="Their email"
        type="email"
        autoComplete="off"
        inputMode="email"
        enterKeyHint="send"
        autoCapitalize="none"
        spellCheck={false}
      />
      <RoleChoice value={form.values.role} onChange={(role) => form.setValue('role', role)} />
      <FailureAlert error={form.failure} />
      <Group gap="xs">
        <Button type="submit" loading={form.isBusy}>
          Send invitation
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

function RoleChoice({ value, onChange }: { value: InviteeRole; onChange: (role: InviteeRole) => void }) {
  return (
    <label>
      <span className={field.label}>Who are they?</span>
      <select
        className={field.box}
        value={value}
        onChange={({ currentTarget }) => onChange(inviteeRoles[currentTarget.selectedIndex] ?? 'other')}
      >
        {inviteeRoles.map((role) => (
          <option key={role} value={role}>
            {inviteeRoleLabels[role]}
          </option>
        ))}
      </select>
    </label>
  )
}
