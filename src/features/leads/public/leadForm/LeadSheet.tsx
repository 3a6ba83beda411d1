import { useEffect, useRef, useState } from 'react'
import { CloseIcon } from '#ui/theme/inlineIcons.tsx'
import { LeadForm, LeadFormTitle } from './LeadForm.tsx'
import classes from './LeadSheet.module.css'

interface LeadSheetProps {
  isOpen: boolean
  onClose: () => void
}

/** The form in a sheet at the bottom of a phone. It keeps what was typed when it is closed and reopened. */
export default function LeadSheet({ isOpen, onClose }: LeadSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return dialog.current?.close()
    setWasOpen(true)
    dialog.current?.showModal()
    // Not the first field: the phone's keyboard would cover the introduction.
    heading.current?.focus()
  }, [isOpen])
  return (
    <dialog ref={dialog} className={classes.sheet} onClose={onClose} aria-labelledby="lead-sheet-title">
      <div className={classes.head}>
        <h2 id="lead-sheet-title" ref={heading} tabIndex={-1} className={classes.title}>
          <LeadFormTitle />
        </h2>
        <button type="button" className={classes.close} onClick={onClose} aria-label="Close">
          <CloseIcon />
        </button>
      </div>
      {(isOpen || wasOpen) && <LeadForm isInSheet />}
    </dialog>
  )
}
