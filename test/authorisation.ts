/** Every server function and who may call it. One that stands in the build but not here fails the tests. */
export const authorisation: Record<string, { access: 'anyone' | 'signedIn'; method: 'GET' | 'POST' }> = {
  // The frame
  fetchClientSettings: { access: 'anyone', method: 'GET' },
  fetchBotCheck: { access: 'anyone', method: 'GET' },
  // Accounts
  login: { access: 'anyone', method: 'POST' },
  logout: { access: 'anyone', method: 'POST' },
  fetchIsSignedIn: { access: 'anyone', method: 'GET' },
  fetchCurrentUser: { access: 'signedIn', method: 'GET' },
  requestPasswordReset: { access: 'anyone', method: 'POST' },
  resetPassword: { access: 'anyone', method: 'POST' },
  fetchSettings: { access: 'signedIn', method: 'GET' },
  saveProfile: { access: 'signedIn', method: 'POST' },
  savePhoto: { access: 'signedIn', method: 'POST' },
  saveAgentCard: { access: 'signedIn', method: 'POST' },
  saveMailPreferences: { access: 'signedIn', method: 'POST' },
  changePassword: { access: 'signedIn', method: 'POST' },
  requestEmailChange: { access: 'signedIn', method: 'POST' },
  confirmEmailChange: { access: 'signedIn', method: 'POST' },
  fetchSessions: { access: 'signedIn', method: 'GET' },
  revokeSession: { access: 'signedIn', method: 'POST' },
  revokeOtherSessions: { access: 'signedIn', method: 'POST' },
  requestExport: { access: 'signedIn', method: 'POST' },
  fetchLatestExport: { access: 'signedIn', method: 'GET' },
  deleteAccount: { access: 'signedIn', method: 'POST' },
  keepAccount: { access: 'signedIn', method: 'POST' },
  // Billing
  fetchPricing: { access: 'anyone', method: 'GET' },
  fulfilCheckout: { access: 'anyone', method: 'POST' },
  resendWelcome: { access: 'anyone', method: 'POST' },
  fetchSubscription: { access: 'signedIn', method: 'GET' },
  fetchBilling: { access: 'signedIn', method: 'GET' },
  resumeSubscription: { access: 'signedIn', method: 'POST' },
  refreshSubscription: { access: 'signedIn', method: 'POST' },
  // Listings
  fetchPublicListing: { access: 'anyone', method: 'GET' },
}
