import { showErrorToast, showToast } from './toasts.tsx'

export const copyLink = (link: string) => copyText(link, 'Link copied')

/** Without https there is no clipboard, which throws inside the `try`. */
export async function copyText(text: string, successMessage: string) {
  try {
    await navigator.clipboard.writeText(text)
    showToast(successMessage)
  } catch (error) {
    showErrorToast(error)
  }
}

/** Lets the browser save a text that this page has made. */
export function saveTextFile(name: string, text: string, type = 'application/json') {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}
