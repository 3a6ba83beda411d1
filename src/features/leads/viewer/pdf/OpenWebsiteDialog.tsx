import { useLayoutEffect, useRef } from 'react'
import viewer from '../Viewer.module.css'
import classes from './Pdf.module.css'

interface OpenWebsiteDialogProps {
  website: URL
  onClose: () => void
}

/** Shows where a link leads before it is followed: the words on a page may promise another place. */
export function OpenWebsiteDialog({ website, onClose }: OpenWebsiteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.leaving}
      aria-labelledby="open-website"
      data-own-keys
      onCancel={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <h3 id="open-website">
        Open <bdi>{website.host}</bdi>?
      </h3>
      <p>This link in the document goes to a website. It opens in a new tab.</p>
      <p className={classes.address}>
        <bdi>{website.href}</bdi>
      </p>
      <div className={classes.leavingChoices}>
        <button type="button" className={viewer.secondary} onClick={onClose}>
          Keep reading
        </button>
        <a className={viewer.primary} href={website.href} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          Open website
        </a>
      </div>
    </dialog>
  )
}
