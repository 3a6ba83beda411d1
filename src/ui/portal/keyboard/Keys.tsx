import { Kbd } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { Fragment } from 'react'
import type { Shortcut } from './shortcuts.ts'

/** "⌘ K", "Ctrl K", "G then L". */
export function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  const os = useOs()
  const mod = os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl'
  const [first, ...rest] = keys
  if (first === 'Mod') return <Kbd size="xs">{[mod, ...rest].join(' ')}</Kbd>
  return keys.map((key, place) => (
    <Fragment key={key}>
      {place > 0 && ' then '}
      <Kbd size="xs">{key}</Kbd>
    </Fragment>
  ))
}
