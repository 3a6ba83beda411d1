import type { Editor } from '@tiptap/react'
import { useEffect } from 'react'
import type { Description } from '../description.ts'

/** Takes over a description that came from elsewhere, such as a reset form. Forms hand back copies of what was typed. */
export function useExternalValue(editor: Editor, value: Description) {
  useEffect(() => {
    if (editor.isDestroyed || editor.schema.nodeFromJSON(value).eq(editor.state.doc)) return
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
}
