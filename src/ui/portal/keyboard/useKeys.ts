import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { allPlaces } from '../places.ts'

/** How long a `G` waits for the letter of a place. */
const PATIENCE = 1_500

interface KeysOptions {
  lettersOn: boolean
  onSearch: () => void
  onHelp: () => void
}

/** Listens for the shortcuts of `shortcuts.ts` that work everywhere. */
export function useKeys({ lettersOn, onSearch, onHelp }: KeysOptions) {
  const navigate = useNavigate()
  const wayBegun = useRef(0)
  useHotkeys([['mod+K', onSearch]], [], true)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!lettersOn || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event.target)) return
    const key = event.key.toUpperCase()
    const place = event.timeStamp - wayBegun.current < PATIENCE && allPlaces.find((one) => one.key === key)
    wayBegun.current = key === 'G' ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (place) void navigate({ to: place.to })
    else if (key === '?') onHelp()
    else if (key === 'N') void navigate({ to: '/portal/listings/new' })
    else if (key === '/') document.querySelector<HTMLInputElement>('main input[type=search]')?.focus()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Letters belong to whoever types, and to a dialog that wants an answer. */
const isTaken = (target: EventTarget | null) =>
  (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) ||
  document.querySelector('[aria-modal=true], [role=menu], dialog:modal') !== null
