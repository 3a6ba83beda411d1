/** A file that was dropped or chosen, and how to open it again later where the browser allows it. */
export interface FoundFile {
  file: File
  handle?: FileSystemFileHandle
}

const LITTER = new Set(['thumbs.db', 'desktop.ini'])

/** What an operating system leaves in every folder. */
export const isLitter = (name: string) => name.startsWith('.') || LITTER.has(name.toLowerCase())

/** Every file that was dropped, those in folders too. The browser forgets the drop, so all is asked for at once. */
export async function filesOfDrop({ items }: DataTransfer): Promise<FoundFile[]> {
  const dropped = Array.from(items).filter(({ kind }) => kind === 'file')
  const found = await Promise.all(dropped.map((item) => filesOfItem(item)))
  return inOrder(found.flat().filter(({ file }) => !isLitter(file.name)))
}

const naturally = new Intl.Collator('en-NZ', { numeric: true })

/** "Photo 2" before "Photo 10". Folders list their files in any order. */
export const inOrder = (found: FoundFile[]) => found.toSorted((a, b) => naturally.compare(a.file.name, b.file.name))

type Item = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }

async function filesOfItem(item: Item): Promise<FoundFile[]> {
  const [entry, file, asking] = [item.webkitGetAsEntry(), item.getAsFile(), item.getAsFileSystemHandle?.()]
  const handle = await asking?.catch(() => null)
  if (entry?.isDirectory) return filesOfFolder(entry as FileSystemDirectoryEntry)
  return file ? [{ file, ...(isFileHandle(handle) && { handle }) }] : []
}

const isFileHandle = (handle: FileSystemHandle | null | undefined): handle is FileSystemFileHandle =>
  handle?.kind === 'file'

async function filesOfFolder(folder: FileSystemDirectoryEntry): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const entry of await entriesOf(folder)) {
    if (isLitter(entry.name)) continue
    if (entry.isDirectory) found.push(...(await filesOfFolder(entry as FileSystemDirectoryEntry)))
    else found.push({ file: await fileOf(entry as FileSystemFileEntry) })
  }
  return found
}

/** A folder is read a hundred entries at a time, until nothing comes. */
async function entriesOf(folder: FileSystemDirectoryEntry) {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
