import type { Page } from '@playwright/test'

/** Collects what the browser complains about: errors in the console and breaches of the content security policy. */
export async function collectBrowserErrors(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.exposeFunction('noteViolation', (directive: string) => complaints.push(`policy breached: ${directive}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      if ('noteViolation' in window && typeof window.noteViolation === 'function')
        window.noteViolation(violatedDirective)
    })
  })
  return complaints
}
