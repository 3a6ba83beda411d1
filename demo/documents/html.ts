type Part = string | number | undefined | Part[]

const flat = (part: Part): string =>
  Array.isArray(part) ? part.map(flat).join('') : part === undefined ? '' : `${part}`

/** Lists are joined, and what is not there leaves nothing. Our own words only: nothing is escaped. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]) =>
  texts.map((text, index) => text + flat(parts[index])).join('')

export const paragraphs = (...texts: string[]) => texts.map((text) => html`<p>${text}</p>`).join('')

export const bullets = (...texts: string[]) => html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`

/** Names on the left, what they are on the right. */
export const facts = (...rows: [name: string, value: Part][]) =>
  html`<table class="facts"><tbody>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table>`

export const table = (columns: string[], rows: Part[][], style = '') => html`
  <table class="${style}">
    <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table>`

export const figure = (picture: string, caption: string) =>
  html`<figure>${picture}<figcaption>${caption}</figcaption></figure>`

/** A part of a document that begins on a page of its own. */
export const section = (heading: string, ...content: Part[]) => html`<section><h2>${heading}</h2>${content}</section>`

export const dollars = (amount: number, cents = 0) =>
  amount.toLocaleString('en-NZ', {
    style: 'currency',
    currency: 'NZD',
    minimumFractionDigits: cents,
    maximumFractionDigits: cents,
  })
