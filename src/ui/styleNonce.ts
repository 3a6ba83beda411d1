import { pageNonce } from '#platform/nonce.ts'

/**
 * Drawers stop the page behind them from scrolling with a style element that a library of Mantine's makes. It looks
 * for its nonce in this variable and nowhere else; without it the content security policy refuses the style.
 */
if (typeof window !== 'undefined') Object.assign(window, { __webpack_nonce__: pageNonce() })

export const styleNonce = () => pageNonce() ?? ''
