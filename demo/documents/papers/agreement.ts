import { addressOf, type Home } from '../home.ts'
import { facts, html, section, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { agreementTerms } from './agreementTerms.ts'

const BLANK = '<span class="blank"></span>'
const tick = '<span class="tick"></span>'

/** A draft to read before an offer. The words are ours, and say what such agreements usually settle. */
export function saleAgreement(home: Home): Paper {
  const { identifier, lot, plan } = home.title
  return {
    name: 'Sale and purchase agreement (draft)',
    title: `Agreement for sale and purchase, draft – ${addressOf(home)}`,
    header: 'DRAFT for reading, not for signing',
    issuer: `Agreement for sale and purchase · ${home.street}`,
    style: `
      body { font-family: "Liberation Serif", "Times New Roman", serif; font-size: 10.5pt }
      h1 { font-size: 20pt; text-align: center } h2 { font-size: 13pt }
      .blank { display: inline-block; width: 52mm; border-bottom: .25mm solid #333; height: 4mm } .tick { display: inline-block; width: 3.4mm; height: 3.4mm; border: .3mm solid #333; margin-right: 2mm; vertical-align: -.4mm }
      .terms { counter-reset: term } .terms h3 { margin-top: 5mm } .terms p { padding-left: 9mm; text-indent: -9mm } .draft { text-align: center; color: #9b2c20; font: 700 10pt Inter; letter-spacing: .08em }`,
    body: html`
      <p class="draft">DRAFT · SAMPLE</p>
      <h1>Agreement for sale and purchase<br>of real estate</h1>
      <p class="small" style="text-align:center">Written for the demonstration of Property Files. It is not the form of any society or institute, and must not be used for a sale.</p>
      ${facts(
        ['Date', BLANK],
        ['Vendor', 'Aroha Jane Sample and Thomas Ian Sample (invented)'],
        ['Purchaser', `${BLANK} or nominee`],
        ['Property', addressOf(home)],
        ['Estate', 'Fee simple'],
        ['Legal description', `${lot} ${plan}, ${home.area.toLocaleString('en-NZ')} m², record of title ${identifier}`],
        ['Purchase price', `$ ${BLANK}`],
        ['GST', 'Inclusive, if any. The vendor is not registered in respect of this sale.'],
        ['Deposit', `10 per cent of the price, to the stakeholder when this agreement becomes unconditional`],
        ['Balance', 'In cleared funds on the settlement date'],
        ['Possession and settlement', `${BLANK}, or thirty working days after the agreement becomes unconditional`],
        ['Interest for late settlement', '12 per cent a year'],
        ['Tenancies', 'None. Vacant possession.'],
      )}
      ${section(
        'Conditions',
        html`<p>Those that are ticked apply. Each is for the benefit of the purchaser only, who may waive it.</p>`,
        table(
          ['Condition', 'Until', 'What has to happen'],
          [
            [`${tick}Finance`, '10 working days', 'The purchaser gets an offer of finance that is satisfactory'],
            [`${tick}LIM`, '15 working days', 'The purchaser approves the memorandum for the property'],
            [
              `${tick}Building report`,
              '10 working days',
              'A report by a suitably qualified person is satisfactory on an objective view',
            ],
            [`${tick}Toxicology`, '10 working days', 'A report finds nothing above the level in the current standard'],
            [
              `${tick}Title`,
              '5 working days',
              'The purchaser’s lawyer approves the record of title and the instruments on it',
            ],
            [
              `${tick}Sale of the purchaser’s property`,
              '30 working days',
              'The purchaser’s own home is under an unconditional agreement',
            ],
            [`${tick}Overseas investment`, '–', 'Consent is needed and is obtained'],
          ],
        ),
      )}
      ${section('General terms', html`<div class="terms">${agreementTerms.map(term)}</div>`)}
      ${section('Schedule 1: chattels', chattels)}
      ${section('Schedule 2: further terms', furtherTerms)}
      ${section('Signing', signing)}`,
  }
}

const term = ([heading, ...clauses]: string[], index: number) => html`
  <h3>${index + 1}. ${heading}</h3>
  ${clauses.map((clause, nth) => html`<p>${index + 1}.${nth + 1}&ensp;${clause}</p>`)}`

const chattels = html`
  <p>Included in the price, in working order on the day of settlement but for fair wear:</p>
  ${table(
    ['Chattel', 'Number', 'Where'],
    [
      ['Oven, cooktop, rangehood', '1 each', 'Kitchen'],
      ['Dishwasher', '1', 'Kitchen'],
      ['Heat pumps with remote controls', '2', 'Living, rumpus'],
      ['Blinds, curtains and rails', 'as seen', 'All rooms'],
      ['Fixed floor coverings', 'as seen', 'All rooms'],
      ['Light fittings', 'as seen', 'All rooms'],
      ['Heated towel rails', '2', 'Bathroom, ensuite'],
      ['Smoke alarms', '5', 'Hall, bedrooms'],
      ['Garage door motor and remote controls', '1, 2', 'Garage'],
      ['Garden shed', '1', 'Rear'],
      ['Clothes line', '1', 'Rear'],
    ],
  )}
  <p>Not included: the workbench vice, the outdoor furniture, the raised planter on castors.</p>`

const furtherTerms = html`<div class="terms">
  <p>20.1&ensp;The purchaser has been given the building report TBI-26-0114 and the memorandum LIM-26-9014, and knows that both were ordered by the vendor.</p>
  <p>20.2&ensp;Before settlement the vendor will have the lower rail of the deck barrier and the seal around the bath repaired by a tradesperson, and will give the purchaser the invoices.</p>
  <p>20.3&ensp;The purchaser may look at the property once in the week before settlement, on two days' notice.</p>
  <p>20.4&ensp;Should the purchaser's condition about finance not be confirmed in time, either party may cancel by notice.</p>
  <p>20.5&ensp;${BLANK}</p><p>20.6&ensp;${BLANK}</p></div>`

const signing = html`
  <p>Before signing, each party should have advice from a lawyer. The guide about agreements that the law requires an agent to hand over goes with this document.</p>
  ${['Vendor', 'Vendor', 'Purchaser', 'Purchaser'].map(
    (who) =>
      html`<div style="display:grid;grid-template-columns:1fr 60mm;gap:10mm;margin:14mm 0 0"><div style="border-top:.25mm solid #333;padding-top:1mm">${who}</div><div style="border-top:.25mm solid #333;padding-top:1mm">Date</div></div>`,
  )}
  <p class="draft" style="margin-top:20mm">DRAFT · NOT TO BE SIGNED</p>`
