import { Button, Group, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditor } from '@tiptap/react'
import { useEffect, useMemo, useState } from 'react'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { styleNonce } from '#ui/theme/MantineRoot.tsx'
import text from '../../description/DescriptionText.module.css'
import { type Description, LinkInput, linkFromTyped } from '../../description/description.schema.ts'
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

/** Cleans pasted HTML. The editor itself drops unknown elements. */
function cleanPaste(html: string) {
  const { body } = new DOMParser().parseFromString(withoutCode(html), 'text/html')
  // Tables become paragraphs; without spaces their cells would run together.
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ')
  const lines = [...body.querySelectorAll<HTMLElement>(WORD_LIST_LINE)]
  for (const first of lines.filter((line) => !continuesList(line, line.previousElementSibling))) buildList(first)
  return body.innerHTML
}

/** Scripts and styles would not run, but the content security policy would report them. Word pastes a large style sheet. */
const withoutCode = (html: string) =>
  html.replace(/<(style|script)\b.*?<\/\1\s*>/gis, '').replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(HANDLER, ' '))
const HANDLER = /\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi

/** Word pastes a list as paragraphs, with the marker as text and the list and level in its own style property. */
const WORD_LIST_LINE = 'p[style*="mso-list"]'
const WORD_LIST_MARKER = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'

const wordListStyle = (line: Element | null) =>
  /mso-list:\s*(l\d+)\s+level(\d)/i.exec(line?.getAttribute('style') ?? '')
const listLevel = (line: Element) => Number(wordListStyle(line)?.[2] ?? 1)
const isNumbered = (line: Element) => /^\s*\w{1,4}[.)]/.test(line.querySelector(WORD_LIST_MARKER)?.textContent ?? '')
const continuesList = (line: Element, previous: Element | null) =>
  Boolean(previous?.matches(WORD_LIST_LINE)) && wordListStyle(previous)?.[1] === wordListStyle(line)?.[1]

/** Turns a paragraph and those that continue it into one list, with lists inside of it. */
function buildList(first: HTMLElement) {
  const lines: Element[] = [first]
  for (let next = first.nextElementSibling; next && continuesList(next, first); next = next.nextElementSibling)
    lines.push(next)
  const open: { level: number; list: HTMLElement }[] = []
  for (const line of lines) {
    const level = listLevel(line)
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const innermost = open.at(-1)
    if (!innermost || innermost.level < level) {
      const list = document.createElement(isNumbered(line) ? 'ol' : 'ul')
      if (innermost) innermost.list.lastElementChild?.append(list)
      else line.before(list)
      open.push({ level, list })
    }
    const item = document.createElement('li')
    open.at(-1)?.list.append(item)
    line.querySelector(WORD_LIST_MARKER)?.remove()
    item.append(line)
  }
}
