import { Input, VisuallyHidden } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { ClientOnly } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { DescriptionText } from '../../description/DescriptionText.tsx'
import type { Description } from '../../description/description.schema.ts'
import classes from './DescriptionEditor.module.css'

const RichDescription = lazy(() =>
  import('./RichDescription.tsx').then((module) => ({ default: module.RichDescription })),
)

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
      <ClientOnly fallback={<EditorPlaceholder value={value} />}>
        <Suspense fallback={<EditorPlaceholder value={value} />}>
          <RichDescription value={value} onChange={onChange} field={field} />
        </Suspense>
      </ClientOnly>
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
