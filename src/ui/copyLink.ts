import { showErrorToast, showToast } from './toasts.ts'

/** Async, because without https there is no clipboard at all, and that throws at once. */
export async function copyLink(link: string) {
  try {
    await navigator.clipboard.writeText(link)
    showToast('Link copied')
  } catch (error) {
    showErrorToast(error)
  }
}
