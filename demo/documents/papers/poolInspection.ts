import { addressOf, type Home } from '../home.ts'
import { bullets, facts, figure, html, section, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { letterhead, signature } from './letterhead.ts'

/** The three-yearly look at the fence around a pool. */
export const poolInspection = (home: Home): Paper => ({
  name: 'Pool barrier inspection',
  title: `Periodic inspection of a residential pool – ${addressOf(home)}`,
  header: 'Pool inspection 25-231',
  issuer: 'Clearwater Pool Checks',
  body: html`
    ${letterhead('Clearwater Pool Checks', 'Certificate of periodic inspection of a residential pool', '#16747a', 'Independently qualified pool inspections (invented)')}
    <p>Section 162D, Building Act 2004.</p>
    ${facts(
      ['Address', addressOf(home)],
      ['Pool', 'In ground, 12.0 × 4.4 m, heated, 2015'],
      ['Inspected', '4 December 2025'],
      ['Next inspection by', html`<strong>4 December 2028</strong>`],
      ['Council notified', home.council],
      ['Outcome', html`<span class="stamp" style="color:#1c6b3d;font-size:11pt">COMPLIES</span>`],
    )}
    ${table(
      ['Part of the barrier', 'Required', 'Found', 'Result'],
      [
        ['Height of the fence', '1,200 mm', '1,210 to 1,260 mm', 'Pass'],
        ['Gap at the bottom', 'up to 100 mm', '35 to 80 mm', 'Pass'],
        ['Gap between bars', 'up to 100 mm', '92 mm', 'Pass'],
        ['Footholds outside', 'none within 1,200 mm', 'none; planter moved on the day', 'Pass'],
        ['Gate', 'opens outwards, closes by itself', 'closes from 150 mm and from wide open', 'Pass'],
        ['Latch', '1,500 mm, or shielded', '1,520 mm', 'Pass'],
        ['Doors of the house', 'alarm or self-closing', 'two sliding doors with alarms, 10 s', 'Pass'],
        ['Windows', 'sill 1,200 mm or limited to 100 mm', 'limited', 'Pass'],
        ['Glass', 'safety glass, marked', 'marked', 'Pass'],
        ['Water within the barrier', 'pool only', 'pool only', 'Pass'],
      ],
    )}
    ${section(
      'Sketch and remarks',
      figure(poolSketch, 'Not to scale. G: gate. A: door with alarm.'),
      bullets(
        'Keep chairs and pots 1.2 m away from the outside of the fence.',
        'Oil the hinges of the gate each spring; they are adjusted to the strong setting.',
        'The alarm of the dining room door has a new battery.',
      ),
      signature('Pool inspector, Clearwater Pool Checks', '4 December 2025'),
    )}`,
})

const poolSketch = html`
  <svg role="img" aria-label="Pool, fence, gate and doors" viewBox="0 0 300 170" style="width:100%" font-family="Inter" font-size="8" fill="none" stroke="#333">
    <rect x="20" y="120" width="260" height="42" fill="#f2eee6"/><text x="130" y="145" stroke="none" fill="#333">House, courtyard side</text>
    <path d="M40 120V18H262V120" stroke-width="2.4" stroke-dasharray="7 3"/><rect x="84" y="40" width="132" height="48" rx="3" fill="#cfe6ee"/>
    <text x="132" y="67" stroke="none" fill="#1f5d6b">12.0 × 4.4 m</text>
    <path d="M262 58v18" stroke="#fff" stroke-width="4"/><path d="M262 76l16 -10"/><text x="270" y="90" stroke="none" fill="#333">G</text>
    <path d="M80 120h40M160 120h30" stroke="#fff" stroke-width="3"/><text x="96" y="114" stroke="none" fill="#333">A</text><text x="172" y="114" stroke="none" fill="#333">A</text>
    <text x="100" y="13" stroke="none" fill="#333">fence, bars at 92 mm, 1.21 – 1.26 m high</text>
  </svg>`
