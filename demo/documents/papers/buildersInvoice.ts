import { addressOf, type Home } from '../home.ts'
import { bullets, dollars, facts, html, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { letterhead } from './letterhead.ts'

const lines: [what: string, amount: number][] = [
  ['Demolition, protection, bins', 6_420],
  ['Steel beam, props, engineer’s visits', 11_880],
  ['Framing, linings, insulation', 14_260],
  ['Kitchen joinery, supply and fit', 31_900],
  ['Stone bench, template and fit', 8_750],
  ['Bathroom: membrane, tiles, tiler', 13_640],
  ['Plumbing, drains and gas', 17_380],
  ['Electrical, with new switchboard', 9_940],
  ['Plastering and painting', 8_600],
  ['Supervision and margin', 9_230],
  ['Credit: tapware supplied by the owner', -1_180],
]

const PAID = 112_000

/** What the work cost, and that it was paid. */
export function buildersInvoice(home: Home): Paper {
  const net = lines.reduce((sum, [, amount]) => sum + amount, 0)
  const gst = Math.round(net * 15) / 100
  const strong = (words: string) => html`<strong>${words}</strong>`
  const amounts = [
    ...lines.map(([what, amount]) => [what, dollars(amount, 2)]),
    ['Net', dollars(net, 2)],
    ['GST, 15 per cent', dollars(gst, 2)],
    [strong('Total'), strong(dollars(net + gst, 2))],
    ['Progress payments 1 to 4', dollars(-PAID, 2)],
    [strong('Due by 20 September 2022'), strong(dollars(net + gst - PAID, 2))],
  ]
  return {
    name: "Builder's invoice 2022",
    title: `Tax invoice 2207-41 – ${addressOf(home)}`,
    header: 'Tax invoice 2207-41',
    issuer: 'Plumb & Square Builders',
    style: 'th, td { padding: 1.2mm 2mm } h3 { margin-top: 4mm }',
    body: html`
      ${letterhead('Plumb &amp; Square Builders', 'Tax invoice', '#1f6f54', 'Licensed building practitioners (invented)<br>GST number 000-000-000')}
      <div style="display:grid;grid-template-columns:1fr 1fr;gap:8mm">
        <p><strong>A J Sample and T I Sample</strong><br>${home.street}<br>${home.suburb}<br>${home.city} ${home.postcode}</p>
        ${facts(['Invoice', '2207-41, final'], ['Date', '31 August 2022'], ['Contract', 'Fixed price, 28 February 2022'], ['Consent', 'BCO 9922017'])}
      </div>
      <p>Kitchen and bathroom at the address above, complete.</p>
      ${table(['Work', 'Amount'], amounts, 'right')}
      <p class="stamp" style="color:#9b2c20;font-size:20pt;transform:rotate(-8deg);margin:4mm 0 0 90mm">PAID 14 SEP 2022</p>
      <h3>Warranties</h3>
      ${bullets(
        'Workmanship: implied warranties under part 4A of the Building Act 2004, ten years',
        'Membrane: 15 years, by its applicator',
        'Joinery: 10 years; stone: 10 years; tapware: by its maker',
      )}`,
  }
}
