import {
  type Icon,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconMinus,
  IconUnderline,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'

export interface Tool {
  name: string
  /** As the editor knows it; `Mod` is ⌘ or Ctrl. */
  keys?: string
  icon: Icon
  /** Only what can be on or off has this. */
  isOn?(editor: Editor): boolean
  isPossible?(editor: Editor): boolean
  use(editor: Editor): void
}

const focusEditor = (editor: Editor) => editor.chain().focus()

/** `askForLink` because an address has to be typed first. */
export const toolGroups = (askForLink: () => void): Tool[][] => [
  [
    {
      name: 'Bold',
      keys: 'Mod+B',
      icon: IconBold,
      isOn: (editor) => editor.isActive('bold'),
      use: (editor) => focusEditor(editor).toggleBold().run(),
    },
    {
      name: 'Italic',
      keys: 'Mod+I',
      icon: IconItalic,
      isOn: (editor) => editor.isActive('italic'),
      use: (editor) => focusEditor(editor).toggleItalic().run(),
    },
    {
      name: 'Underline',
      keys: 'Mod+U',
      icon: IconUnderline,
      isOn: (editor) => editor.isActive('underline'),
      use: (editor) => focusEditor(editor).toggleUnderline().run(),
    },
    { name: 'Link', keys: 'Mod+K', icon: IconLink, isOn: (editor) => editor.isActive('link'), use: askForLink },
  ],
  [
    {
      name: 'Heading',
      keys: 'Mod+Alt+2',
      icon: IconH2,
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
      use: (editor) => focusEditor(editor).toggleHeading({ level: 2 }).run(),
    },
    {
      name: 'Small heading',
      keys: 'Mod+Alt+3',
      icon: IconH3,
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
      use: (editor) => focusEditor(editor).toggleHeading({ level: 3 }).run(),
    },
  ],
  [
    {
      name: 'Bullet list',
      keys: 'Mod+Shift+8',
      icon: IconList,
      isOn: (editor) => editor.isActive('bulletList'),
      use: (editor) => focusEditor(editor).toggleBulletList().run(),
    },
    {
      name: 'Numbered list',
      keys: 'Mod+Shift+7',
      icon: IconListNumbers,
      isOn: (editor) => editor.isActive('orderedList'),
      use: (editor) => focusEditor(editor).toggleOrderedList().run(),
    },
    {
      name: 'Quote',
      keys: 'Mod+Shift+B',
      icon: IconBlockquote,
      isOn: (editor) => editor.isActive('blockquote'),
      use: (editor) => focusEditor(editor).toggleBlockquote().run(),
    },
    { name: 'Divider', icon: IconMinus, use: (editor) => focusEditor(editor).setHorizontalRule().run() },
  ],
  [
    {
      name: 'Undo',
      keys: 'Mod+Z',
      icon: IconArrowBackUp,
      isPossible: (editor) => editor.can().undo(),
      use: (editor) => focusEditor(editor).undo().run(),
    },
    {
      name: 'Redo',
      keys: 'Mod+Shift+Z',
      icon: IconArrowForwardUp,
      isPossible: (editor) => editor.can().redo(),
      use: (editor) => focusEditor(editor).redo().run(),
    },
  ],
]
