/** Where the header and the footer lead. */
export const mainPages = [
  { to: '/features', label: 'Features' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/about', label: 'About' },
] as const

export const legalPages = [
  { to: '/privacy-policy', label: 'Privacy policy' },
  { to: '/terms', label: 'Terms' },
] as const

export const agentPages = [
  { to: '/login', label: 'Sign in' },
  { to: '/get-started', label: 'Start free trial' },
] as const
