import { Button, Group, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { linkFromTyped } from '../linkAddress.ts'

interface LinkDialogProps {
  editor: Editor
  opened: boolean
  onClose: () => void
}

export function LinkDialog({ editor, opened, onClose }: LinkDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Link">
      <LinkForm editor={editor} onDone={onClose} />
    </Dialog>
  )
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const before: unknown = editor.getAttributes('link').href
  const [typed, setTyped] = useState(typeof before === 'string' ? before : '')
  const [error, setError] = useState('')

  const save = (event: FormEvent) => {
    event.preventDefault()
    // The page around the editor is a form too, and events of React rise through dialogs.
    event.stopPropagation()
    const href = linkFromTyped(typed)
    if (!href) return setError('Please enter a web address, email address or phone number')
    setLink(editor, href, typed.trim())
    onDone()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  return (
    <form onSubmit={save} noValidate>
      <TextInput
        label="Address"
        description="A web address, email address or phone number."
        placeholder="https://"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setError('')
        }}
        error={error}
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

/** Where nothing is selected, what was typed becomes the words too. */
function setLink(editor: Editor, href: string, words: string) {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain
      .insertContent([
        { type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] },
        { type: 'text', text: ' ' },
      ])
      .run()
  else chain.setLink({ href }).run()
}
