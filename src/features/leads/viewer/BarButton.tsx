import type { ReactNode } from 'react'
import classes from './Viewer.module.css'

interface ReaderButtonProps {
  label: string
  onClick: () => void
  pressed?: boolean
  disabled?: boolean
  children: ReactNode
}

export function ReaderButton({ label, onClick, pressed, disabled, children }: ReaderButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
