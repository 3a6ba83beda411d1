import { showErrorToast, showToast } from './toasts.tsx'

export const copyLink = (link: string) => copyText(link, 'Link copied')

/** Async, because without https there is no clipboard at all, and that throws at once. */
export async function copyText(text: string, praise: string) {
  try {
    await navigator.clipboard.writeText(text)
    showToast(praise)
  } catch (error) {
    showErrorToast(error)
  }
}
