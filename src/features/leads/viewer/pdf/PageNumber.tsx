import { useState } from 'react'
import classes from './Pdf.module.css'

interface PageNumberProps {
  page: number
  count: number
  onGo: (page: number) => void
}

/** "Page 3 of 62"; the 3 may be typed over. */
export function PageNumber({ page, count, onGo }: PageNumberProps) {
  const [typed, setTyped] = useState<string>()
  const go = () => {
    const wished = Number(typed)
    setTyped(undefined)
    if (Number.isInteger(wished) && wished >= 1) onGo(Math.min(count, wished))
  }
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      Page{' '}
      <input
        className={classes.numberField}
        style={{ width: `${String(count).length + 1.6}ch` }}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        aria-label={`Page, of ${count}`}
        value={typed ?? page}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />{' '}
      of {count}
    </form>
  )
}
