import { useLocalStorage } from '@mantine/hooks'

/** Whether single letters are shortcuts in this browser. */
export const useLetters = () => useLocalStorage({ key: 'letterShortcuts', defaultValue: true })
