import { boundsOf, drawLevel } from '../../drawings/plan.ts'
import type { Home, Level } from '../../home.ts'
import { bullets, facts, figure, html, paragraphs } from '../../html.ts'
import type { LimPart } from './lim.ts'
import type { LimFacts } from './limFacts.ts'

export const appendices = (home: Home, { reference, issued }: LimFacts): LimPart[] => [
  ...home.levels.map((level) => ({
    heading: `Appendix: plan on file, ${level.name.toLowerCase()}`,
    content: filedPlan(level),
  })),
  {
    heading: 'Appendix: questions that are often asked',
    content: html`
      <h3>A room or deck is not on the plans. What now?</h3>
      ${paragraphs('Much can be built without a consent. If one was needed and is missing, the owner may apply for a certificate of acceptance. The Council does not require buyers to do anything on the day of settlement.')}
      <h3>Does the Council guarantee that the house is sound?</h3>
      ${paragraphs('No. It keeps records of what was applied for, inspected and certified. A building inspection says how the house is today.')}
      <h3>May I build more?</h3>
      ${paragraphs('The zone standards say what is permitted. A project information memorandum answers for a particular project.')}
      <h3>Where are the full documents?</h3>
      ${bullets('Property files are online for a small fee, usually within two working days.', 'Old plans may be seen at the service centre. Bring something with your name on it.')}`,
  },
  {
    heading: 'Certification',
    content: html`
      ${paragraphs('This memorandum was prepared from the records of the Council and is correct to the best of its knowledge on the day of issue. Nothing in it relieves anybody from making their own inquiries.')}
      ${facts(['LIM number', reference], ['Issued', issued], ['Prepared by', 'Property Information Team'], ['For', home.council])}
      <p style="margin-top:14mm;border-top:.3mm solid #333;width:70mm;padding-top:1mm">Team leader, Property Information</p>`,
  },
]

function filedPlan(level: Level) {
  const { left, top, width, height } = boundsOf(level)
  return figure(
    html`<svg role="img" aria-label="${level.name}" viewBox="${left - 0.5} ${top - 0.5} ${width + 1} ${height + 1}" style="width:100%;max-height:170mm">${drawLevel(level, width / 48)}</svg>`,
    `${level.name}, redrawn from the latest plan on the property file.`,
  )
}
