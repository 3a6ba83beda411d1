import { openDatabase } from '../../src/db/client.server.ts'
import { attachEmbeddedPostgres } from '../../src/platform/embeddedServices/postgres.server.ts'
import { bold, bullets, doc, heading, paragraph } from '../../src/seed/demoListings.ts'
import { createAgent, signInAs } from '../../test/fixtures/agents.ts'
import { createListingThroughApp } from '../../test/fixtures/listings.ts'
import { startBuiltApp } from '../../test/support/processes/app.ts'

const DOCUMENTS = ['LIM report.pdf', 'Record of title.pdf', 'Building report.pdf', 'Floor plan.pdf', 'Rates.pdf']

const description = doc(
  paragraph('A ', bold('sunny family home'), ' with bush behind it and the school a ten-minute walk away. '.repeat(3)),
  heading('Inside'),
  bullets('Open kitchen, dining and living, facing north', 'Four double bedrooms', 'Heat pump upstairs and down'),
  paragraph('A level lawn, raised vegetable beds and a deck that has the sun until dinner. '.repeat(3)),
)

/** The application with a listing such as agents make: 18 photos, a page of text, documents. */
export async function openListingPage() {
  const app = await startBuiltApp()
  const { db, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir), { max: 1 })
  const { email } = await createAgent(db, { firstName: 'Aroha', lastName: 'Ngata', phone: '021 555 0199' })
  await close()
  const cookie = await signInAs(app.url, email)
  const { slug } = await createListingThroughApp(app.url, cookie, { photos: 18, documents: DOCUMENTS, description })
  return { url: `${app.url}/listings/${slug}`, stop: app.stop }
}

export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--no-first-run',
]
