import type { ReactNode } from 'react'
import classes from './Viewer.module.css'

interface BarButtonProps {
  label: string
  onClick: () => void
  pressed?: boolean
  disabled?: boolean
  children: ReactNode
}

export function BarButton({ label, onClick, pressed, disabled, children }: BarButtonProps) {
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
