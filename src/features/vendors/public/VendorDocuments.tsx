import { formatAmount, formatCount } from '#ui/format/format.ts'
import { hasPageCurve, readersStopText, readersText, readingTimeText } from '../reportText.ts'
import type { VendorDocument, VendorReport } from '../vendors.schema.ts'
import classes from './VendorDocuments.module.css'
import page from './VendorPage.module.css'

/** Which documents buyers read, for how long, and how far they get. */
export function VendorDocuments({ documents, otherDocuments }: Pick<VendorReport, 'documents' | 'otherDocuments'>) {
  if (documents.length === 0 && otherDocuments === 0) return null
  const few = documents.length > 0 ? `${formatAmount(otherDocuments)} more` : formatCount(otherDocuments, 'document')
  return (
    <section className={page.card} aria-labelledby="vendor-documents">
      <h2 id="vendor-documents" className={page.heading}>
        Documents that buyers read
      </h2>
      {documents.length > 0 && (
        <ul className={classes.list}>
          {documents.map((document, index) => (
            <li key={index}>
              <Document document={document} />
            </li>
          ))}
        </ul>
      )}
      {otherDocuments > 0 && <p className={page.quiet}>{few} with fewer than 5 readers each so far.</p>}
    </section>
  )
}

const Document = ({ document }: { document: VendorDocument }) => (
  <>
    <p className={classes.name}>
      <bdi>{document.name}</bdi>
    </p>
    <p className={page.quiet}>
      {readersText(document)}, {readingTimeText(document)}. {readersStopText(document)}
    </p>
    {hasPageCurve(document) && <PageCurve pages={document.pages} />}
  </>
)

/** How long each page was read compared with the longest. Pages with fewer than five readers have no bar. */
function PageCurve({ pages }: Pick<VendorDocument, 'pages'>) {
  const longest = pages.indexOf(1) + 1
  return (
    <figure className={classes.curve}>
      <figcaption className={page.hidden}>
        Reading time by page.{longest > 0 && ` Page ${longest} is read longest.`}
      </figcaption>
      <div className={classes.bars} aria-hidden="true">
        {pages.map((share, index) => (
          <span key={index} className={classes.column}>
            <span className={classes.bar} style={{ height: `${(share ?? 0) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className={classes.caption} aria-hidden="true">
        <span>Page 1</span>
        <span>{pages.length}</span>
      </div>
    </figure>
  )
}
