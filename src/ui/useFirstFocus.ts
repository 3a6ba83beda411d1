import { useEffect, useRef } from 'react'

/** Puts the cursor into a page's first field, unless that would open a phone's keyboard or somebody is already typing. */
export function useFocusFirstField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body && window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}
