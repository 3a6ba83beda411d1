import { Button, Group, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditor } from '@tiptap/react'
import { useEffect, useMemo, useState } from 'react'
import { linkFromTyped } from '#features/listings/description/linkFromTyped.ts'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { styleNonce } from '#ui/theme/MantineRoot.tsx'
import text from '../../description/DescriptionText.module.css'
import { type Description, LinkInput } from '../../description/description.schema.ts'
import { cleanPaste } from './cleanPaste.ts'
import classes from './DescriptionEditor.module.css'
import { Toolbar } from './Toolbar.tsx'
import { extensions } from './tiptapExtensions.ts'

interface RichDescriptionProps {
  value: Description
  onChange: (description: Description) => void
  /** The attributes by which the text is found, named and described. */
  field: { id: string } & Record<string, string>
}

/** The part that needs Tiptap, and so is loaded separately. */
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
    // The editor has exactly the nodes of `Description`, so its output is valid except perhaps for its size.
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

/** Adopts a value that changed outside of the editor, such as after a reset. Forms also return copies of what was typed. */
function useExternalValue(editor: Editor, value: Description) {
  useEffect(() => {
    if (editor.isDestroyed || editor.schema.nodeFromJSON(value).eq(editor.state.doc)) return
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
}

interface LinkDialogProps {
  editor: Editor
  opened: boolean
  onClose: () => void
}

function LinkDialog({ editor, opened, onClose }: LinkDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Link">
      <LinkForm editor={editor} onDone={onClose} />
    </Dialog>
  )
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const before: unknown = editor.getAttributes('link').href
  const form = useForm({
    initialValues: { address: typeof before === 'string' ? before : '' },
    schema: LinkInput,
    submit: async ({ address }) => {
      setLink(editor, linkFromTyped(address) ?? '', address.trim())
      onDone()
    },
  })
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  return (
    <form {...form.formProps}>
      <TextInput
        {...form.textField('address')}
        label="Address"
        description="A web address, email address or phone number."
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus
      />
      <Group justify="flex-end" gap="sm" mt="lg">
        {before ? (
          <Button variant="subtle" color="red.9" onClick={remove} mr="auto">
            Remove link
          </Button>
        ) : null}
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit">Save link</Button>
      </Group>
    </form>
  )
}

/** Without a selection, what was typed is also the text of the link. */
function setLink(editor: Editor, href: string, linkText: string) {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain
      .insertContent([
        { type: 'text', text: linkText, marks: [{ type: 'link', attrs: { href } }] },
        { type: 'text', text: ' ' },
      ])
      .run()
  else chain.setLink({ href }).run()
}
