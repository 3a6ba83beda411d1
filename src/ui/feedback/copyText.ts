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
