import type { Page } from '@playwright/test'

/** A passkey on this computer, whose owner touches the sensor whenever they are asked to. Until the test ends it. */
export async function addVirtualAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the owner's fingerprint is recognised. */
    verifies: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Whether the owner touches the sensor by themselves. */
    touches: (enabled: boolean) =>
      devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    countPasskeys: async () => (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    // The tab goes on to the next test.
    async remove() {
      await devTools.send('WebAuthn.disable')
      await devTools.detach()
    },
  }
}
