/** After the page has loaded and the browser has nothing better to do, so that reporting never competes with the page. */
export function whenInteractive(then: () => void) {
  // Safari has no idle callback; a fifth of a second after loading serves as well.
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(() => then(), { timeout: 2_000 }) : setTimeout(then, 200)
  if (document.readyState === 'complete') idle()
  else window.addEventListener('load', idle, { once: true })
}
