import { ActionIcon, Tooltip } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditorState } from '@tiptap/react'
import { icon } from '#ui/theme.ts'
import classes from '../DescriptionEditor.module.css'
import { type Tool, toolGroups } from './tools.ts'

interface ToolbarProps {
  editor: Editor
  onLink: () => void
  controls: string
}

/** One stop for the Tab key, with arrows from tool to tool, so that the text is never twelve stops away. */
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
        // The words that are selected stay selected.
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
