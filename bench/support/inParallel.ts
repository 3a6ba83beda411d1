/** Starts this many workers, which share the items. */
export async function inParallel<Item>(
  workers: number,
  items: Item[],
  begin: (work: (each: (item: Item) => Promise<unknown>) => Promise<void>) => Promise<unknown>,
) {
  const waiting = items.values()
  const work = async (each: (item: Item) => Promise<unknown>) => {
    for (const item of waiting) await each(item)
  }
  await Promise.all(Array.from({ length: workers }, () => begin(work)))
}
