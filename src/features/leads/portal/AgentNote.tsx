import { Button, Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { changeLead, type OwnLead } from '../leads.functions.ts'
import { MAX_AGENT_NOTE_LENGTH } from '../leads.schema.ts'
import classes from './LeadDrawer.module.css'
import { updateCachedLeads } from './useLeadActions.ts'

const saveMessages = {
  untouched: 'Buyers can’t see this.',
  saving: 'Saving…',
  saved: 'Saved. Buyers can’t see this.',
  failed: '',
}

/** The agent's own note. Saved automatically while typing, without a form. */
export function AgentNote({ lead }: { lead: OwnLead }) {
  const { typed, type, saveNow, tryAgain, state, error } = useAgentNote(lead)
  return (
    <div>
      <Textarea
        label="Your note"
        dir="auto"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_AGENT_NOTE_LENGTH}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={saveNow}
      />
      <div className={classes.saving} role="status">
        {saveMessages[state]}
      </div>
      {state === 'failed' && (
        <div className={classes.failed} role="alert">
          <span>Not saved. {failureMessage(error)}</span>
          <Button variant="default" size="compact-xs" onClick={tryAgain}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

/** Typed and not saved yet, so that it is still there when the drawer opens again. */
const unsavedNotes = new Map<string, string>()

const SAVE_DELAY_MS = 800

/** Saves when the typing pauses, and when the drawer closes. */
function useAgentNote({ id, agentNote }: OwnLead) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(() => unsavedNotes.get(id) ?? agentNote)
  const saving = useMutation({
    mutationFn: (note: string) => changeLead({ data: { id, agentNote: note } }),
    // One after another: the last one typed is the last one stored.
    scope: { id: `note of ${id}` },
    onSuccess: async (_answer, note) => {
      if (unsavedNotes.get(id) === note) unsavedNotes.delete(id)
      // A pending response still has the old note.
      await queryClient.cancelQueries({ queryKey: queryKeys.leads.all })
      updateCachedLeads(queryClient, { ids: [id], columns: { agentNote: note } })
    },
    // Shown beside the field.
    meta: { handled: true },
  })
  const saveSoon = useDebouncedCallback(saving.mutate, { delay: SAVE_DELAY_MS, flushOnUnmount: true })
  const type = (note: string) => {
    unsavedNotes.set(id, note)
    setTyped(note)
    saveSoon(note)
  }
  return {
    typed,
    type,
    saveNow: () => saveSoon.flush(),
    tryAgain: () => saving.mutate(typed),
    state: saving.isPending ? 'saving' : saving.isError ? 'failed' : saving.isSuccess ? 'saved' : 'untouched',
    error: saving.error,
  } as const
}
