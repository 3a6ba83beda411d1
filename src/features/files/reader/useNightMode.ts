import { useState } from 'react'

const KEY = 'readerNightMode'

export interface NightMode {
  isOn: boolean
  toggle: () => void
}

/** Dark pages for reading in the dark. Remembered in this browser, or until the reader is closed if the browser stores nothing. */
export function useNightMode(): NightMode {
  const [isOn, setOn] = useState(() => withStorage((storage) => storage.getItem(KEY)) === '1')
  const toggle = () => {
    setOn(!isOn)
    withStorage((storage) => (isOn ? storage.removeItem(KEY) : storage.setItem(KEY, '1')))
  }
  return { isOn, toggle }
}

/** Undefined if the browser blocks storage, or has no room for another item. */
function withStorage<Result>(use: (storage: Storage) => Result) {
  try {
    return use(localStorage)
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
