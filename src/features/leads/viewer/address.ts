/** Shorter than an address is good for: not every storage says clearly why it refuses. */
const URL_FRESH_MS = 9 * 60_000

/** Where a document's bytes are. An address lives for minutes, and a reading may last an hour. */
export interface DocumentSource {
  current(): Promise<string>
  /** Another in place of one that was refused. */
  renew(refused: string): Promise<string>
}

/** `issue` asks the server for an address of the document. */
export function createDocumentSource(issue: () => Promise<{ url: string }>): DocumentSource {
  let known: Promise<string> | undefined
  let since = 0
  const ask = () => {
    const asked = issue().then(({ url }) => url)
    asked.catch(() => {
      if (known === asked) known = undefined
    })
    known = asked
    since = Date.now()
    return asked
  }
  const current = () => (known && Date.now() - since < URL_FRESH_MS ? known : ask())
  return {
    current,
    async renew(refused) {
      // Many requests may be refused at once; the first of them brings the address for all.
      return (await current()) === refused ? ask() : current()
    },
  }
}

/** Fetches from wherever the document is now. */
export async function fetchDocument(address: DocumentSource, init: RequestInit) {
  const url = await address.current()
  const answer = await fetch(url, init)
  return answer.status === 403 ? fetch(await address.renew(url), init) : answer
}
