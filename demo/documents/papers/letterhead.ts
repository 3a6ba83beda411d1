import { html } from '../html.ts'

/** The top of a letter or certificate: who it is from, and what it is. */
export const letterhead = (from: string, what: string, colour: string, contact: string) => html`
  <header style="display:flex;justify-content:space-between;align-items:flex-end;border-bottom:.8mm solid ${colour};padding-bottom:4mm;margin-bottom:8mm">
    <div style="font:700 14pt Inter;color:${colour}">${from}</div>
    <div style="text-align:right;font-size:8pt;color:#55606b">${contact}</div>
  </header>
  <h1 style="font-size:20pt">${what}</h1>`

export const signature = (who: string, when: string) =>
  html`<p style="margin-top:16mm;border-top:.3mm solid #333;width:76mm;padding-top:1mm">${who}<br>${when}</p>`
