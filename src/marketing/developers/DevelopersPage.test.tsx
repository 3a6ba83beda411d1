import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { webhookTypes } from '../../platform/outbound/webhooks/webhookTypes.ts'
import { apiProblems } from '../../values/apiProblems.ts'
import { DevelopersPage } from './DevelopersPage.tsx'

test('every type of problem has its place on the page, with its status, what it means and what to do', () => {
  const html = renderToStaticMarkup(<DevelopersPage />)
  for (const [name, { status, title, meaning, remedy }] of Object.entries(apiProblems)) {
    const [, entry = '', ...others] = html.split(`id="${name}"`)
    expect(others, name).toEqual([])
    const [text = ''] = entry.split('</div>')
    for (const part of [`${status} ${title}`, name, meaning, remedy]) expect(text, name).toContain(part)
  }
})

test('every type of webhook is on the page', () => {
  const html = renderToStaticMarkup(<DevelopersPage />)
  for (const [type, meaning] of Object.entries(webhookTypes))
    expect(html).toContain(`<dt><code>${type}</code></dt><dd>${meaning}</dd>`)
})
