import { Button, Textarea } from '@mantine/core'
import { failureMessage } from '#ui/failureSentence.ts'
import type { OwnLead } from '../leads.functions.ts'
import { MAX_AGENT_NOTE_LENGTH } from '../ownLeads.ts'
import classes from './LeadDrawer.module.css'
import { useAgentNote } from './useAgentNote.ts'

const saveMessages = {
  untouched: 'Only you can see this.',
  saving: 'Saving…',
  saved: 'Saved. Only you can see this.',
  failed: '',
}

/** The agent's own note. It saves itself. */
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
