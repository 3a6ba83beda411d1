import { html } from './html.ts'

const timeFormat = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })

/** In the computer's own time zone: whoever reads this sits at it. */
export const timeElement = (moment: Date) => html`<time datetime="${moment.toISOString()}">${timeFormat.format(moment)}</time>`
