import '@mantine/tiptap/styles.layer.css'
import { Button, Input, VisuallyHidden } from '@mantine/core'
import { useId, useWindowEvent } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { icon } from '#ui/theme/theme.ts'
import { DescriptionText } from '../../description/DescriptionText.tsx'
import type { Description } from '../../description/description.schema.ts'
import classes from './DescriptionEditor.module.css'
import type { RichDescription } from './RichDescription.tsx'

interface DescriptionEditorProps {
  value: Description
  onChange: (description: Description) => void
  label: string
  error?: ReactNode
  /** Lets the form find the field. */
  'data-field'?: string
}

export function DescriptionEditor({ value, onChange, label, error, 'data-field': fieldName }: DescriptionEditorProps) {
  const id = useId()
  const isWrong = Boolean(error)
  const field = useMemo(() => fieldAttributes(id, isWrong, fieldName), [id, isWrong, fieldName])
  const { Editor, isOffline, retry } = useRichDescription()
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => document.getElementById(id)?.focus() }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      data-wrong={isWrong || undefined}
    >
      <VisuallyHidden id={`${id}-hint`}>Formatted text. The toolbar comes before it.</VisuallyHidden>
      {isOffline && <EditorNotLoaded onRetry={retry} />}
      {Editor ? <Editor value={value} onChange={onChange} field={field} /> : <EditorPlaceholder value={value} />}
    </Input.Wrapper>
  )
}

const fieldAttributes = (id: string, isWrong: boolean, fieldName?: string) => ({
  id,
  'aria-labelledby': `${id}-label`,
  'aria-describedby': isWrong ? `${id}-error ${id}-hint` : `${id}-hint`,
  'aria-invalid': String(isWrong),
  ...(fieldName && { 'data-field': fieldName }),
})

/** Once it has been loaded, by any page. */
let loadedEditor: typeof RichDescription | undefined

interface EditorLoad {
  Editor?: typeof RichDescription
  error?: unknown
  /** It could not be loaded, because there was no connection. */
  isOffline?: boolean
}

/**
 * The part that needs Tiptap. Without a connection the rest of the page works, and it is loaded once the connection is back. A script that
 * is missing for another reason is an error of the page, which reloads it.
 */
function useRichDescription() {
  const [{ Editor, error, isOffline = false }, setLoad] = useState<EditorLoad>({ Editor: loadedEditor })
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    void loadEditor().then(
      (loaded) => setLoad({ Editor: loaded }),
      (failure) => setLoad((before) => ({ error: failure, isOffline: before.isOffline || !navigator.onLine })),
    )
  }, [attempt])
  const retry = () => setAttempt((last) => last + 1)
  useWindowEvent('online', () => isOffline && retry())
  if (error && !isOffline) throw error
  return { Editor, isOffline, retry }
}

async function loadEditor() {
  const module = await import('./RichDescription.tsx')
  loadedEditor = module.RichDescription
  return loadedEditor
}

const EditorNotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <div className={classes.notLoaded}>
    <Notice
      tone="amber"
      role="status"
      icon={<IconWifiOff {...icon} />}
      title="We couldn’t load the text editor without a connection"
      action={
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>What you’ve typed is safe. The editor loads by itself when you’re back online.</p>
    </Notice>
  </div>
)

/** The text in its final position, so that nothing moves when the editor loads. */
function EditorPlaceholder({ value }: { value: Description }) {
  return (
    <div className={classes.frame} aria-busy="true" inert>
      <div className={classes.toolbar} />
      <div className={classes.content}>
        <DescriptionText description={value} />
      </div>
    </div>
  )
}
