import { ActionIcon, Tooltip } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import { RichTextEditor } from '@mantine/tiptap'
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
import { type Editor, useEditorState } from '@tiptap/react'
import { icon } from '#ui/theme/theme.ts'
import classes from './DescriptionEditor.module.css'

interface ToolbarProps {
  editor: Editor
  onLink: () => void
  controls: string
}

/** One Tab stop, with arrow keys between the tools, so that the text is not twelve stops away. */
export function Toolbar({ editor, onLink, controls }: ToolbarProps) {
  const groups = toolGroups(onLink)
  const tools = groups.flat()
  const states = useEditorState({ editor, selector: () => tools.map((tool) => toolState(tool, editor)) })
  const { getItemProps } = useRovingIndex({
    total: tools.length,
    isItemDisabled: (index) => states[index]?.isPossible === false,
  })
  return (
    <RichTextEditor.Toolbar
      className={classes.toolbar}
      sticky
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
    >
      {groups.map((group) => (
        <div key={group[0]?.name} className={classes.group}>
          {group.map((tool) => {
            const index = tools.indexOf(tool)
            return (
              <ToolButton
                key={tool.name}
                tool={tool}
                editor={editor}
                {...states[index]}
                item={getItemProps({ index })}
              />
            )
          })}
        </div>
      ))}
    </RichTextEditor.Toolbar>
  )
}

const toolState = ({ isOn, isPossible }: Tool, editor: Editor) => ({
  isOn: isOn?.(editor),
  isPossible: isPossible?.(editor) ?? true,
})

interface ToolButtonProps extends Partial<ReturnType<typeof toolState>> {
  tool: Tool
  editor: Editor
  item: ReturnType<ReturnType<typeof useRovingIndex>['getItemProps']>
}

function ToolButton({ tool, editor, isOn, isPossible, item }: ToolButtonProps) {
  return (
    <Tooltip label={tool.keys ? `${tool.name} (${readableKeys(tool.keys)})` : tool.name} openDelay={400} withinPortal>
      <ActionIcon
        {...item}
        variant="subtle"
        color="gray.7"
        className={classes.tool}
        aria-label={tool.name}
        aria-pressed={isOn}
        aria-keyshortcuts={tool.keys?.replace('Mod', isMac ? 'Meta' : 'Control')}
        disabled={!isPossible}
        // Keeps the selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          item.onClick(event)
          tool.use(editor)
        }}
      >
        <tool.icon {...icon} />
      </ActionIcon>
    </Tooltip>
  )
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)
const readableKeys = (keys: string) =>
  isMac
    ? keys.replace('Mod', '⌘').replace('Alt', '⌥').replace('Shift', '⇧').replaceAll('+', '')
    : keys.replace('Mod', 'Ctrl')

interface Tool {
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

/** `askForLink` because a URL has to be typed first. */
const toolGroups = (askForLink: () => void): Tool[][] => [
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
