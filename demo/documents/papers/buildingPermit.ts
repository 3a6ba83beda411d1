import { boundsOf, drawLevel } from '../drawings/plan.ts'
import { addressOf, type Home } from '../home.ts'
import { html } from '../html.ts'
import { type Paper, SAMPLE } from '../paper.ts'

const line = (name: string, value: string) => html`<p class="line"><span>${name}</span><b>${value}</b></p>`

/** From the council's cellar: typed in 1968, scanned much later. */
export function buildingPermit(home: Home): Paper {
  const [level] = home.levels
  return {
    name: 'Building permit 1968 (scan)',
    title: `Building permit 68/0714 – ${addressOf(home)}`,
    header: '',
    issuer: '',
    isScan: true,
    style: `
      body { width: 794px; background: #efeadb; font: 15px/1.5 "Liberation Mono", monospace; color: #26241f }
      .sheet { width: 794px; height: 1123px; padding: 70px 80px; background: #f4f0e2; position: relative; overflow: hidden }
      .sheet h1 { font: 700 25px "Liberation Serif", serif; text-align: center; letter-spacing: 2px; margin: 0 0 4px } .sheet h2 { font: 700 17px "Liberation Serif", serif; text-align: center; margin: 0 0 26px }
      .line { display: flex; gap: 10px; margin: 0 0 13px; align-items: flex-end } .line span { font: 15px "Liberation Serif", serif; flex: none } .line b { flex: 1; border-bottom: 1px dotted #555; font-weight: 400 }
      .rubber { position: absolute; border: 3px solid #37405e; color: #37405e; padding: 6px 14px; font: 700 20px "Liberation Sans"; transform: rotate(-7deg); opacity: .8; text-align: center }
      .hand { font: italic 21px "Liberation Serif", serif; color: #2b3a6b } .foot { position: absolute; left: 80px; bottom: 34px; font: 12px "Liberation Serif" } .holes { position: absolute; left: 22px; width: 22px; height: 22px; border-radius: 50%; background: #cfcab8 }
      .fold { position: absolute; left: 0; right: 0; top: 560px; height: 3px; background: linear-gradient(#d8d2be, #fbf8ee) }`,
    body: html`${permit(home)}${conditions}${level ? drawing(home) : ''}`,
  }
}

const paperMarks = html`<i class="holes" style="top:340px"></i><i class="holes" style="top:740px"></i><i class="fold"></i><p class="foot">${SAMPLE}</p>`

const permit = (home: Home) => html`
  <div class="sheet">${paperMarks}
    <h1>CITY CORPORATION</h1><h2>BUILDING PERMIT</h2>
    ${line('Permit No.', '68/0714')}${line('Date', '19th February, 1968')}${line('Fee', '£ nil / $ 24.50      Receipt 11802')}
    ${line('Owner', 'R. M. Sample, Esq.')}${line('Builder', 'Sample & Son, Builders')}
    ${line('Situation', home.street)}${line('', `${home.suburb}`)}${line('Legal description', `${home.title.lot}, D.P. 9900014`)}
    ${line('Nature of work', 'ERECT DWELLING & GARAGE')}${line('Foundations', 'Concrete ring, concrete piles 4ft centres')}${line('Walls', 'Rusticated weatherboard on 4 x 2 rimu')}
    ${line('Roof', 'Concrete tiles, 22 deg. pitch')}${line('Floor area', '2,180 sq. ft.')}${line('Estimated value', '$ 11,400')}
    <p style="margin-top:26px">Permission is hereby granted to carry out the work described above in accordance with the plans and specification deposited, and with the By-laws.</p>
    <p class="hand" style="margin:34px 0 0 330px">J. Sample</p><p style="margin-left:330px;border-top:1px solid #444;width:240px;font-family:Liberation Serif">Building Inspector</p>
    <div class="rubber" style="left:110px;bottom:120px">APPROVED<br>19 FEB 1968</div>
  </div>`

const conditions = html`
  <div class="sheet">${paperMarks}
    <h1>CONDITIONS</h1><h2>(attached to Permit 68/0714)</h2>
    <p>1. Work to be commenced within six months of this date.</p>
    <p>2. 24 hours notice to be given to the Inspector before (a) concrete is poured, (b) linings are fixed, (c) drains are covered.</p>
    <p>3. Sub-floor ventilation not less than 5 sq. ins. per lineal foot of wall.</p>
    <p>4. Braces to be cut in at 45 deg. to all external walls.</p>
    <p>5. Drainage by a registered drainlayer only. Separate permit required.</p>
    <p>6. No storm water to be discharged to the foul sewer.</p>
    <p>7. Vehicle crossing to be formed by the Corporation at owner's cost.</p>
    <h2 style="margin:44px 0 18px">INSPECTOR'S CARD</h2>
    ${line('Foundations', 'ok 11/3/68')}${line('Piles, bearers', 'ok 2/4/68')}${line('Framing & braces', 'ok 14/5/68   one brace to be refixed')}${line('Re-inspect', 'ok 17/5/68')}
    ${line('Drains', 'tested 6/6/68')}${line('Roof', 'ok 20/6/68')}${line('Completed', '9/8/68')}
    <p class="hand" style="margin:26px 0 0 360px">completed, file. J.S.</p>
    <div class="rubber" style="right:90px;bottom:150px">RECORDS<br>2 SEP 1968</div>
  </div>`

function drawing({ levels, street }: Home) {
  const [level] = levels
  if (!level) return ''
  const { left, top, width, height } = boundsOf(level)
  return html`
    <div class="sheet">${paperMarks}
      <h1 style="font-size:19px">PLAN OF PROPOSED DWELLING</h1><h2 style="font-size:15px">${street} &nbsp; Scale: 1/8 inch to 1 foot</h2>
      <svg viewBox="${left - 0.5} ${top - 0.5} ${width + 1} ${height + 1}" style="width:640px;margin:20px 0;filter:grayscale(1)">${drawLevel(level, 0.3)}</svg>
      ${line('Drawn', 'R.S.      Nov. 1967')}${line('Sheet', '2 of 3')}
      <p class="hand" style="margin-top:30px">deck not part of this permit</p>
      <div class="rubber" style="right:90px;bottom:220px">APPROVED<br>19 FEB 1968</div>
    </div>`
}
