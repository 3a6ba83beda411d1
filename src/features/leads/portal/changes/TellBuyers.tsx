import { Button, Group, Textarea } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { showToast, showUndoToast } from '#ui/feedback/toasts.tsx'
import { formatCount } from '#ui/format/format.ts'
import { icon } from '#ui/theme/theme.ts'
import {
  type PendingChanges,
  pendingChangesQuery,
  tellBuyers,
  undoTellBuyers,
} from '../../changes/documentChanges.functions.ts'
import { type ChangeAudience, COLLECT_MINUTES, MAX_CHANGE_NOTE_LENGTH } from '../../changes/documentChanges.schema.ts'
import { exclusionSummary } from '../../exclusionTexts.ts'
import classes from './TellBuyers.module.css'

/** Asks whom to tell about documents that changed: on one listing, or on all of the agent's. Nothing while there is nothing to ask. */
export function TellBuyers({ listingId }: { listingId?: string }) {
  const { data = [] } = useQuery(pendingChangesQuery(listingId))
  if (data.length === 0) return null
  return (
    <div className={classes.notices} data-on-its-own={listingId === undefined || undefined}>
      {data.map((pending) => (
        <TellBuyersNotice key={pending.listingId} pending={pending} isNamed={listingId === undefined} />
      ))}
    </div>
  )
}

interface TellBuyersNoticeProps {
  pending: PendingChanges
  /** On a page that is not about this listing. */
  isNamed: boolean
}

function TellBuyersNotice({ pending, isNamed }: TellBuyersNoticeProps) {
  const { changes, readers, everyone, listingTitle } = pending
  const leftOut = exclusionSummary(pending.leftOut)
  const [note, setNote] = useState<string>()
  const writtenBefore = changes.length === 1 ? (changes[0]?.note ?? '') : ''
  const { mutate, isPending, variables, error } = useTellBuyers(pending)
  const choose = (audience: ChangeAudience) => mutate({ audience, note })
  const buttonProps = (audience: ChangeAudience) => ({
    size: 'xs',
    loading: isPending && variables.audience === audience,
    disabled: isPending,
    onClick: () => choose(audience),
  })
  return (
    <Notice
      icon={<IconBellRinging {...icon} />}
      title={changesTitle(pending)}
      role="status"
      action={
        <Group gap="xs">
          {readers > 0 && (
            <Button {...buttonProps('readers')}>
              Tell {readers} who opened{' '}
              {changes.every(({ kind }) => kind !== 'added') && changes.length === 1 ? 'it' : 'documents'}
            </Button>
          )}
          <Button variant={readers > 0 ? 'default' : 'filled'} {...buttonProps('everyone')}>
            Tell everyone ({everyone})
          </Button>
          <Button variant="default" {...buttonProps('nobody')}>
            Don’t tell anyone
          </Button>
        </Group>
      }
    >
      {isNamed && (
        <p>
          <bdi>{listingTitle}</bdi>
        </p>
      )}
      {leftOut && <p>Left out: {leftOut}.</p>}
      <div className={classes.failure}>
        <FailureAlert error={error} />
      </div>
      {note === undefined ? (
        <Button variant="subtle" size="compact-xs" className={classes.addNote} onClick={() => setNote(writtenBefore)}>
          {writtenBefore ? 'Edit the note' : 'Add a note'}
        </Button>
      ) : (
        <Textarea
          className={classes.note}
          aria-label="Note for the buyers"
          placeholder="What changed, in a sentence"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_CHANGE_NOTE_LENGTH}
          autoFocus
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
    </Notice>
  )
}

const titles = { added: 'is new', replaced: 'has a new version', dated: 'has a new date' } as const

/** "Building report has a new version. Tell buyers?" */
function changesTitle({ changes }: PendingChanges) {
  const [first] = changes
  const what =
    changes.length === 1 && first
      ? `${first.name} ${titles[first.kind]}`
      : `${formatCount(changes.length, 'document')} changed`
  return `${what}. Tell buyers?`
}

interface Choice {
  audience: ChangeAudience
  note: string | undefined
}

function useTellBuyers({ listingId, changes }: PendingChanges) {
  const queryClient = useQueryClient()
  const changeIds = changes.map(({ id }) => id)
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.files.allChanges })
  const undo = useMutation({
    mutationFn: () => undoTellBuyers({ data: { listingId, changeIds } }),
    onSuccess: () => showToast('Nobody has been told yet.'),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: ({ audience, note }: Choice) => tellBuyers({ data: { listingId, changeIds, audience, note } }),
    onSuccess: ({ people }, { audience }) =>
      showUndoToast(
        audience === 'nobody'
          ? 'We won’t tell anyone about it.'
          : `We’ll email ${formatCount(people, 'buyer')} in ${COLLECT_MINUTES} minutes.`,
        () => undo.mutate(),
      ),
    onSettled: refresh,
    meta: { handled: true },
  })
}
