import { useEffect, useEffectEvent } from 'react'

type KeyHandlers = Record<string, (() => void) | undefined>

/** Keyboard shortcuts of the reader by key; "Ctrl+f" is Command on a Mac. Plain keys still type in a field. */
export function useReaderKeys(keys: KeyHandlers) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    const act = keys[`${isCommand ? 'Ctrl+' : ''}${event.key}`]
    if (!act || event.altKey || (!isCommand && event.target instanceof HTMLInputElement)) return
    // A dialog over the document has its own keys.
    if (event.target instanceof Element && event.target.closest('[data-own-keys]')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
