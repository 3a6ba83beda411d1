import type { ReactNode } from 'react'
import { emailLink } from '#ui/format/contactLinks.ts'
import { PageIntro } from '../sections.tsx'
import classes from './LegalPage.module.css'

export interface LegalSection {
  id: string
  title: string
  body: ReactNode
}

interface LegalPageProps {
  title: string
  lead: string
  sections: LegalSection[]
}

/** When these texts last changed. */
const LAST_CHANGED = { dateTime: '2026-11-18', text: '18 November 2026' }

/** A legal page: its contents, then the sections at a comfortable line length. */
export function LegalPage({ title, lead, sections }: LegalPageProps) {
  return (
    <>
      <PageIntro title={title} lead={lead}>
        <p className={classes.date}>
          Last updated <time dateTime={LAST_CHANGED.dateTime}>{LAST_CHANGED.text}</time>
        </p>
      </PageIntro>
      <div className={classes.columns}>
        <nav aria-label="On this page" className={classes.contents}>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={classes.prose}>
          {sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id}>{section.title}</h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </>
  )
}

interface FactsTableProps {
  head: [string, string]
  rows: [string, string][]
}

/** Facts in two columns, instead of a long paragraph. */
export const FactsTable = ({ head, rows }: FactsTableProps) => (
  <table>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([what, detail]) => (
        <tr key={what}>
          <th scope="row">{what}</th>
          <td>{detail}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const ContactEmailLink = ({ contact }: { contact: string }) => <a href={emailLink(contact)}>{contact}</a>
