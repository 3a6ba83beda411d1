import { formatCount } from '#ui/format/format.ts'
import { minutesText } from '../../readingText.ts'
import classes from './PageBars.module.css'
import { useChartPointer } from './useChartPointer.ts'

interface PageBarsProps {
  /** For screen readers: "Reading of the LIM report by page". */
  label: string
  /** The first element is page 1. Pages at the end may be missing. */
  pageSeconds: readonly number[]
  pageCount: number
  /** How many people have read each page, where there are several readers. */
  pageReaders?: readonly number[]
  isTall?: boolean
}

/** How long each page was read: a bar for each, the time on hover or with the arrow keys, and the same as a table. */
export function PageBars({ label, pageSeconds, pageCount, pageReaders, isTall }: PageBarsProps) {
  const pages = Array.from({ length: pageCount }, (_, index) => ({
    page: index + 1,
    seconds: pageSeconds[index] ?? 0,
    readers: pageReaders && (pageReaders[index] ?? 0),
  }))
  const { at, handlers } = useChartPointer(pageCount, true)
  const maximum = Math.max(1, ...pages.map(({ seconds }) => seconds))
  const longest = pages.reduce((most, one) => (one.seconds > most.seconds ? one : most), pages[0] ?? noPage)
  const shown = at === undefined ? longest : (pages[at] ?? longest)
  return (
    <figure className={classes.chart} data-tall={isTall || undefined}>
      <div
        className={classes.bars}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={pageCount}
        aria-valuenow={shown.page}
        aria-valuetext={pageText(shown)}
        {...handlers}
      >
        {pages.map(({ page, seconds }) => (
          <span key={page} className={classes.column} data-at={page - 1 === at || undefined}>
            <span className={classes.bar} style={{ height: `${(seconds / maximum) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className={classes.caption} aria-hidden="true">
        <span>1</span>
        <span>{at === undefined ? `Longest: ${pageText(shown).replace('Page', 'page')}` : pageText(shown)}</span>
        <span>{pageCount > 1 && pageCount}</span>
      </div>
      <details className={classes.details}>
        <summary>Show as a table</summary>
        <table className={classes.table}>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Page</th>
              <th scope="col">Time</th>
              {pageReaders && <th scope="col">Readers</th>}
            </tr>
          </thead>
          <tbody>
            {pages.map(({ page, seconds, readers }) => (
              <tr key={page}>
                <th scope="row">{page}</th>
                <td>{minutesText(seconds)}</td>
                {readers !== undefined && <td>{readers}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

interface PageRead {
  page: number
  seconds: number
  readers?: number
}

const noPage: PageRead = { page: 1, seconds: 0 }

/** "Page 12: 55 s", "Page 12: 3 min by 4 readers" */
const pageText = ({ page, seconds, readers }: PageRead) =>
  `Page ${page}: ${minutesText(seconds)}${readers === undefined ? '' : ` by ${formatCount(readers, 'reader')}`}`
