import { documentTypes } from '#platform/media/documentKinds.ts'
import { formatBytes } from '#ui/bytes.ts'
import { shortDate } from '#ui/dates.ts'
import { Icon } from '#ui/signs.tsx'
import type { Access } from '../gate.functions.ts'
import type { ListedDocument } from '../leads.ts'
import classes from './DocumentRow.module.css'
import { documentIcon, lockIcon } from './gateSigns.ts'
import { isNewSince, pageCountText } from './gateWords.ts'

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
  return (
    <li className={classes.item}>
      <button type="button" className={classes.row} onClick={() => onShow?.(document.id)} disabled={!onShow}>
        <span className={classes.sign}>
          <Icon path={documentIcon(document)} stroke={1.5} />
        </span>
        <span className={classes.words}>
          <span className={classes.name}>
            <bdi>{document.name}</bdi>
          </span>
          <span className={classes.facts}>{documentFacts(document)}</span>
          {isNewSince(document, access?.lastVisitAt) && (
            <span className={classes.fresh}>New since your last visit</span>
          )}
        </span>
        {access ? (
          <Icon path="m9 6 6 6-6 6" size={18} stroke={1.5} className={classes.state} />
        ) : (
          <span role="img" aria-label="Locked" className={classes.state}>
            <Icon path={lockIcon} size={18} stroke={1.5} />
          </span>
        )}
      </button>
    </li>
  )
}

/** "LIM report · 62 pages · 18 MB · 3 Nov", without a kind that the name says already. */
function documentFacts({ name, kind, pageCount, size, changedAt }: ListedDocument) {
  const kindName = kind && documentTypes[kind]
  return [
    kindName && !name.toLowerCase().includes(kindName.toLowerCase()) && kindName,
    pageCount !== null && pageCountText(pageCount),
    formatBytes(size),
    shortDate(changedAt, TIME_ZONE),
  ]
    .filter((fact) => typeof fact === 'string')
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join(' · ')
}
