import type { Page } from '@playwright/test'

/** Collects console errors and warnings, uncaught errors and violations of the content security policy. */
export async function collectBrowserErrors(page: Page) {
  const browserErrors: string[] = []
  page.on('pageerror', (error) => browserErrors.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      browserErrors.push(`${message.text()} at ${message.location().url}`)
  })
  await page.exposeFunction('noteViolation', (directive: string) => browserErrors.push(`policy breached: ${directive}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      if ('noteViolation' in window && typeof window.noteViolation === 'function')
        window.noteViolation(violatedDirective)
    })
  })
  return browserErrors
}
