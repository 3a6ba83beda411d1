import { locator } from '../drawings/locator.ts'
import { addressOf, type Home } from '../home.ts'
import { facts, figure, html, paragraphs, section, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { letterhead, signature } from './letterhead.ts'

/** That consented work was done as the building code wants it. */
export const codeComplianceCertificate = (home: Home): Paper => ({
  name: 'Code compliance certificate 2022',
  title: `Code compliance certificate BCO 9922017 – ${addressOf(home)}`,
  header: 'Code compliance certificate BCO 9922017',
  issuer: home.council,
  style: 'body { font-family: "Liberation Sans", Arial, sans-serif }',
  body: html`
    ${letterhead(home.council, 'Code compliance certificate', '#22395b', 'Building consents · Private Bag 9707')}
    <p><strong>Section 95, Building Act 2004</strong></p>
    <h3>The building</h3>
    ${facts(['Street address', addressOf(home)], ['Legal description', `${home.title.lot} ${home.title.plan}`], ['Building name', 'Not applicable'], ['Level or unit', 'Whole building'], ['Current, lawfully established use', 'Housing: detached dwelling'], ['Year first constructed', `About ${home.built}`])}
    <h3>The owner</h3>
    ${facts(['Name', 'A J Sample and T I Sample (invented)'], ['Contact', 'By the agent for the vendor'])}
    <h3>Building work</h3>
    ${facts(['Building consent', html`<strong>BCO 9922017</strong>`], ['Work', 'New kitchen and bathroom; removal of a wall and a steel beam in its place; renewal of drains'], ['Stage', 'All of it'], ['Intended life', 'Indefinite, not less than 50 years'])}
    <h3>Code compliance</h3>
    ${paragraphs('The building consent authority named below is satisfied, on reasonable grounds, that the building work complies with the building consent.', 'There are no specified systems in the building, and no compliance schedule is needed.')}
    ${signature(`For ${home.council}, building consent authority`, 'Issued 29 August 2022')}
    ${section(
      'Attachment: what the certificate rests on',
      table(
        ['Document', 'By', 'Date'],
        [
          ['Producer statement PS1, design of the beam', 'Chartered engineer', '18 February 2022'],
          ['Producer statement PS4, construction review', 'Chartered engineer', '2 May 2022'],
          ['Membrane applicator’s statement and warranty, 15 years', 'Applicator', '1 June 2022'],
          ['Electrical certificate of compliance and safety certificate', 'Electrician', '17 August 2022'],
          ['Gas safety certificate', 'Gasfitter', '12 August 2022'],
          ['Drainage as-built plan', 'Drainlayer', '14 May 2022'],
          ['Memorandum of work (restricted building work)', 'Licensed builder', '19 August 2022'],
        ],
      ),
      html`<h3>Inspections</h3>`,
      table(
        ['Date', 'Inspection', 'Outcome'],
        [
          ['11 April 2022', 'Demolition and structure', 'Pass'],
          ['27 April 2022', 'Beam and props', 'Pass'],
          ['9 May 2022', 'Plumbing under test', 'Fail: waste without fall'],
          ['13 May 2022', 'Plumbing under test', 'Pass'],
          ['30 May 2022', 'Membrane', 'Pass'],
          ['22 August 2022', 'Final', 'Pass'],
        ],
      ),
      home.levels[0]
        ? figure(
            locator(home.levels[0], { room: 'Bathroom', width: 70 }),
            'Where the bathroom is. The kitchen lies to the north of it.',
          )
        : '',
    )}`,
})
