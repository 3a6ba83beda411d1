import { listKeptEmails } from '#platform/embedded/mailbox.server.ts'
import { eventually } from './eventually.ts'

/** What has arrived for an address, newest first. */
export async function mailTo(dataDir: string, address: string) {
  const kept = await listKeptEmails(dataDir, 1_000)
  return kept.filter(({ to }) => to === address).map(({ mail }) => mail)
}

/** Waits for a mail and answers the first link in it that begins like this. */
export const linkMailedTo = (dataDir: string, address: string, beginning: string) =>
  eventually(async () => {
    const [newest] = await mailTo(dataDir, address)
    const links = newest?.text?.match(/https?:\/\/\S+/g) ?? []
    return links.find((link) => new URL(link).pathname.startsWith(beginning))
  })
