import { useState } from 'react'
import { findBrowserStorage } from '#platform/browserStorage.ts'

const KEY = 'readerNightMode'

export interface NightMode {
  isOn: boolean
  toggle: () => void
}

/** Dark pages for reading in the dark. Remembered in this browser, or until the reader is closed if the browser stores nothing. */
export function useNightMode(): NightMode {
  const [isOn, setOn] = useState(() => findBrowserStorage()?.getItem(KEY) === '1')
  const toggle = () => {
    setOn(!isOn)
    remember(!isOn)
  }
  return { isOn, toggle }
}

function remember(isOn: boolean) {
  const storage = findBrowserStorage()
  try {
    if (isOn) storage?.setItem(KEY, '1')
    else storage?.removeItem(KEY)
  } catch (error) {
    // A full storage refuses the item. The reader is dark all the same.
    if (!(error instanceof DOMException)) throw error
  }
}
