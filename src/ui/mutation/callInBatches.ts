/** One call after another, each with as many ids as the server accepts at once. */
export async function callInBatches(ids: string[], batchSize: number, call: (ids: string[]) => Promise<unknown>) {
  for (let start = 0; start < ids.length; start += batchSize) await call(ids.slice(start, start + batchSize))
}
