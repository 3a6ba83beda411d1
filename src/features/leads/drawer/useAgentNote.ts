import { useDebouncedCallback } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeCached } from '../cachedLeads.ts'
import { changeLead, type OwnLead } from '../leads.functions.ts'

/** What was typed and is not saved yet, so that it is still there when the drawer opens again. */
const unsaved = new Map<string, string>()

const PAUSE = 800

/** Saves when the typing pauses, and when the drawer closes. */
export function useAgentNote({ id, agentNote }: OwnLead) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(() => unsaved.get(id) ?? agentNote)
  const saving = useMutation({
    mutationFn: (note: string) => changeLead({ data: { id, agentNote: note } }),
    // One after another: the last one typed is the last one stored.
    scope: { id: `note of ${id}` },
    onSuccess: async (_answer, note) => {
      if (unsaved.get(id) === note) unsaved.delete(id)
      await changeCached(queryClient, { ids: [id], columns: { agentNote: note } })
    },
    // Shown beside the field.
    meta: { handled: true },
  })
  const saveSoon = useDebouncedCallback(saving.mutate, { delay: PAUSE, flushOnUnmount: true })
  const type = (note: string) => {
    unsaved.set(id, note)
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
