import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { documents } from './documents.ts'
import { openPrinter } from './printer.ts'

/** Prints every document anew. What is no longer among them goes. */
const FOLDER = import.meta.dirname
const printer = await openPrinter()
let bytes = 0
for (const { home, papers } of await documents()) {
  const folder = join(FOLDER, home.slug)
  await mkdir(folder, { recursive: true })
  for (const paper of papers) {
    const file = join(folder, `${paper.name}.pdf`)
    if (!isWanted(`${home.slug}/${paper.name}`)) continue
    await printer.print(paper, file)
    const { size } = await stat(file)
    bytes += size
    console.log(`${home.slug}/${paper.name}.pdf  ${Math.round(size / 1000)} kB`)
  }
  for (const name of await readdir(folder))
    if (!papers.some((paper) => name === `${paper.name}.pdf`)) await rm(join(folder, name))
}
await printer.close()
console.log(`${(bytes / 1e6).toFixed(1)} MB`)

/** All of them, or those whose name has one of the words after the command. */
function isWanted(name: string) {
  const words = process.argv.slice(2)
  return words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()))
}
