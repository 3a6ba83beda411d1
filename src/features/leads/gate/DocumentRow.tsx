import { IconChevronRight, IconLock } from '@tabler/icons-react'
import { documentKinds } from '#platform/media/documentKinds.ts'
import { writtenBytes } from '#ui/bytes.ts'
import { shortDate } from '#ui/dates.ts'
import type { Access } from '../gate.functions.ts'
import type { ListedDocument } from '../leads.ts'
import classes from './DocumentRow.module.css'
import { documentSign } from './documentSign.ts'
import { isNewSince, writtenPages } from './gateWords.ts'
import { icon } from './icon.ts'

/** The listings are here, wherever the buyer is; and the page must read the same on the server. */
const TIME_ZONE = 'Pacific/Auckland'

interface DocumentRowProps {
  document: ListedDocument
  access: Access
  /** Opens it, or asks for the details first. */
  onShow: ((fileId: string) => void) | undefined
}

/** One line of the list: what it is, how much of it, from when, and whether it is open. */
export function DocumentRow({ document, access, onShow }: DocumentRowProps) {
  const Sign = documentSign(document)
  return (
    <li className={classes.item}>
      <button type="button" className={classes.row} onClick={() => onShow?.(document.id)} disabled={!onShow}>
        <span className={classes.sign}>
          <Sign {...icon} size={20} />
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{document.name}</span>
          <span className={classes.facts}>{factsOf(document)}</span>
          {isNewSince(document, access?.lastVisitAt) && (
            <span className={classes.fresh}>New since your last visit</span>
          )}
        </span>
        {access ? (
          <IconChevronRight {...icon} className={classes.state} />
        ) : (
          <IconLock {...icon} aria-hidden={false} role="img" aria-label="Locked" className={classes.state} />
        )}
      </button>
    </li>
  )
}

/** "LIM report · 62 pages · 18 MB · 3 Nov", without a kind that the name says already. */
function factsOf({ name, kind, pageCount, size, changedAt }: ListedDocument) {
  const kindName = kind && documentKinds[kind]
  return [
    kindName && !name.toLowerCase().includes(kindName.toLowerCase()) && kindName,
    pageCount !== null && writtenPages(pageCount),
    writtenBytes(size),
    shortDate(changedAt, TIME_ZONE),
  ]
    .filter((fact) => typeof fact === 'string')
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join(' · ')
}
