/** Product analytics and error reporting stay off on these pages: their address itself opens an account, joins an agency, confirms a payment, switches emails off, or opens a listing's documents. */
const SECRET_PAGE =
  /^\/+((reset-password|confirm-checkout|recovery|login\/link|not-me|unsubscribe|join|office-email|lead-forward|vendor)(\/|$)|listings\/.+\/open\/*$)/i

export function isSecretPath(pathname: string) {
  try {
    // The router matches decoded paths, so `/reset%2Dpassword/…` is the same page.
    return SECRET_PAGE.test(decodeURIComponent(pathname))
  } catch {
    // Cannot be decoded, so it counts as secret.
    return true
  }
}

export const isOnSecretPage = () => isSecretPath(window.location.pathname)

/** Runs at once on other pages; on secret pages after the visitor navigates away, if the browser supports the Navigation API. */
export function runOffSecretPages(then: () => void) {
  if (!isOnSecretPage()) return then()
  if (!('navigation' in window)) return
  const { navigation } = window
  const look = () => {
    if (isOnSecretPage()) return
    navigation.removeEventListener('currententrychange', look)
    then()
  }
  navigation.addEventListener('currententrychange', look)
}
