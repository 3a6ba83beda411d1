import { freePort } from '../../test/support/processes/app.ts'
import { startAppWithData } from '../../test/support/processes/appData.ts'
import { CLIENT, startIdentityProvider } from '../../test/support/servers/identityProvider.ts'
import { test as bare } from './app.ts'

type Provider = Awaited<ReturnType<typeof startIdentityProvider>>

/** Tests with an application in which people sign in with Google or Microsoft, and a provider in their place, which asks for a click. */
export const test = bare.extend<object, { ports: { app: number; provider: number }; provider: Provider }>({
  ports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parts from here
    async ({}, use) => use({ app: await freePort(), provider: await freePort() }),
    { scope: 'worker' },
  ],
  provider: [
    async ({ ports }, use) => {
      const provider = await startIdentityProvider(ports.provider, [`http://localhost:${ports.app}`], { asks: true })
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ ports, provider }, use) => {
      const app = await startAppWithData({
        PORT: String(ports.app),
        GOOGLE_CLIENT_ID: CLIENT.id,
        GOOGLE_CLIENT_SECRET: CLIENT.secret,
        GOOGLE_ISSUER: provider.issuer,
        MICROSOFT_CLIENT_ID: CLIENT.id,
        MICROSOFT_CLIENT_SECRET: CLIENT.secret,
        MICROSOFT_ISSUER: provider.issuer,
      })
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
})
