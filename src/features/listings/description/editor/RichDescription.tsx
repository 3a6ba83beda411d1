import { useDisclosure } from '@mantine/hooks'
import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { useEditor } from '@tiptap/react'
import { useMemo, useState } from 'react'
import { styleNonce } from '#ui/styleNonce.ts'
import classes from '../DescriptionEditor.module.css'
import text from '../DescriptionText.module.css'
import type { Description } from '../description.ts'
import { cleanPaste } from './cleanPaste.ts'
import { extensions } from './extensions.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useExternalValue } from './useAdopted.ts'

interface RichDescriptionProps {
  value: Description
  onChange: (description: Description) => void
  /** The attributes by which the text is found, named and described. */
  field: { id: string } & Record<string, string>
}

/** The part that brings Tiptap along, and so is loaded by itself. */
export function RichDescription({ value, onChange, field }: RichDescriptionProps) {
  const [first] = useState(value)
  const [isLinkOpen, { open: askForLink, close: closeLink }] = useDisclosure(false)
  const editorProps = useMemo(
    () => ({
      attributes: { ...field, class: `${classes.content} ${text.text}`, 'aria-multiline': 'true' },
      transformPastedHTML: cleanPaste,
      handleKeyDown: (_view: unknown, event: KeyboardEvent) => {
        if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.key.toLowerCase() !== 'k') return false
        // Elsewhere in the portal these keys open the search.
        event.stopPropagation()
        askForLink()
        return true
      },
    }),
    [field, askForLink],
  )
  const editor = useEditor({
    extensions,
    content: first,
    editorProps,
    injectNonce: styleNonce(),
    // The editor knows exactly what `Description` allows, so what it writes is one, but for its size.
    onUpdate: ({ editor: { state } }) => onChange(state.doc.toJSON()),
  })
  useExternalValue(editor, value)
  return (
    <RichTextEditor editor={editor} withTypographyStyles={false} className={classes.frame}>
      <Toolbar editor={editor} onLink={askForLink} controls={field.id} />
      <RichTextEditor.Content />
      <LinkDialog editor={editor} opened={isLinkOpen} onClose={closeLink} />
    </RichTextEditor>
  )
}
