import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { icon } from './theme.ts'

interface SearchFieldProps {
  label: string
  /** What is searched for now, as the address has it. */
  value: string
  onSearch: (words: string) => void
  className?: string
}

/** Searches when the typing pauses. Escape and the cross begin anew. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const ask = (words: string) => {
    if (words === asked.current) return
    asked.current = words
    onSearch(words)
  }
  const askSoon = useDebouncedCallback(ask, 250)
  useEffect(() => {
    // The address changed by itself (back, a link). The echo of our own question must not undo what was typed since.
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  const type = (words: string) => {
    setTyped(words)
    askSoon(words.trim())
  }
  const clear = () => {
    askSoon.cancel()
    setTyped('')
    ask('')
  }
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed) clear()
  }
  return (
    <TextInput
      className={className}
      aria-label={label}
      placeholder={label}
      type="search"
      enterKeyHint="search"
      maxLength={100}
      leftSection={<IconSearch {...icon} size={16} />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={clearOnEscape}
    />
  )
}
