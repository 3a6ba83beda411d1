import { useState } from 'react'
import { readStored, removeStored, store } from '#ui/browserStorage.ts'

const KEY = 'readerNightMode'

export interface NightMode {
  isOn: boolean
  toggle: () => void
}

/** Dark pages for reading in the dark. Remembered in this browser, or until the reader is closed if the browser stores nothing. */
export function useNightMode(): NightMode {
  const [isOn, setOn] = useState(() => readStored(KEY) === '1')
  const toggle = () => {
    setOn(!isOn)
    if (isOn) removeStored(KEY)
    else store(KEY, '1')
  }
  return { isOn, toggle }
}
