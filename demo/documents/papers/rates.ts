import { addressOf, capitalValue, type Home } from '../home.ts'
import { dollars, facts, html, paragraphs, section, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { letterhead } from './letterhead.ts'
import { rateLines } from './rateLines.ts'

/** The year's invoice of a council. */
export function ratesNotice(home: Home): Paper {
  const { number, land, improvements, valued, yearly } = home.rating
  const instalment = Math.round((yearly / 4) * 100) / 100
  return {
    name: 'Rates notice 2025-26',
    title: `Rates assessment and invoice 2025/26 – ${addressOf(home)}`,
    header: `Rates 2025/26 · ${number}`,
    issuer: home.council,
    body: html`
      ${letterhead(home.council, 'Rates assessment and invoice', '#14424c', 'Rates team · Private Bag 9014<br>rates@harbour-hills.example')}
      <div style="display:grid;grid-template-columns:1.3fr 1fr;gap:8mm">
        <div>
          <p><strong>A J Sample and T I Sample</strong><br>${home.street}<br>${home.suburb}<br>${home.city} ${home.postcode}</p>
          ${facts(
            ['Property', addressOf(home)],
            ['Legal description', `${home.title.lot} ${home.title.plan}`],
            ['Valuation number', number],
            ['Rating year', '1 July 2025 to 30 June 2026'],
          )}
        </div>
        <div style="background:#eef5f6;padding:5mm">
          <p class="small" style="margin:0">Third instalment, due 20 February 2026</p>
          <p style="font:700 22pt Inter;margin:0 0 3mm">${dollars(instalment, 2)}</p>
          ${facts(['Invoice', '2026-03-99014'], ['Date', '21 January 2026'], ['Arrears', '$0.00'], ['GST included', dollars((instalment * 3) / 23, 2)])}
        </div>
      </div>
      <h3>Valuation as at ${valued}</h3>
      ${table(['Land', 'Improvements', 'Capital value'], [[dollars(land), dollars(improvements), html`<strong>${dollars(capitalValue(home))}</strong>`]])}
      <h3>How your rates are made up</h3>
      ${table(
        ['Rate', 'Basis', 'Year'],
        [
          ...rateLines(home).map(({ name, basis, amount }) => [name, basis, dollars(amount, 2)]),
          [html`<strong>Total for the year</strong>`, '', html`<strong>${dollars(yearly, 2)}</strong>`],
        ],
        'right',
      )}
      ${section(
        'Instalments and how to pay',
        table(
          ['Instalment', 'Invoice', 'Due', 'Amount', 'Status'],
          [
            ['1', '21 July 2025', '20 August 2025', dollars(instalment, 2), 'Paid'],
            ['2', '21 October 2025', '20 November 2025', dollars(instalment, 2), 'Paid'],
            ['3', '21 January 2026', '20 February 2026', dollars(instalment, 2), 'This invoice'],
            ['4', '21 April 2026', '20 May 2026', dollars(instalment, 2), 'To come'],
          ],
        ),
        paragraphs(
          'By direct debit, by internet banking with the valuation number as the reference, or at any service centre. A penalty of 10 per cent is added to what is still owing after the due date.',
          'If you are on a low income you may be entitled to a rebate. Apply before 30 June.',
          'If the property is sold, tell us within one month. The lawyers settle the rates between buyer and seller on the day.',
        ),
        bars(home),
      )}`,
  }
}

/** Where a hundred dollars go. */
function bars(home: Home) {
  const lines = rateLines(home)
  const most = Math.max(...lines.map(({ amount }) => amount))
  return html`
    <h3>Where it goes</h3>
    <svg role="img" aria-label="Shares of the rates" viewBox="0 0 174 ${lines.length * 8}" style="width:100%">
      ${lines.map(
        ({ name, amount }, index) => html`
          <text x="0" y="${index * 8 + 5}" font-size="3.2" font-family="Inter">${name}</text>
          <rect x="72" y="${index * 8 + 1.4}" width="${(amount / most) * 78}" height="5" fill="#2b7483"/>
          <text x="${74 + (amount / most) * 78}" y="${index * 8 + 5}" font-size="3.2" font-family="Inter">${dollars(amount)}</text>`,
      )}
    </svg>`
}
