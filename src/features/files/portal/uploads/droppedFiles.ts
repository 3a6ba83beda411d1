/** A file that was dropped or chosen, and how to open it again later where the browser allows it. */
export interface FileToUpload {
  file: File
  handle?: FileSystemFileHandle
}

const SYSTEM_FILES = new Set(['thumbs.db', 'desktop.ini'])

/** Hidden files that operating systems create. */
export const isSystemFile = (name: string) => name.startsWith('.') || SYSTEM_FILES.has(name.toLowerCase())

export interface FoundFiles {
  files: FileToUpload[]
  /** Of the folder that they all came from, if it was one. */
  folderName?: string
}

/** Every dropped file, including those in folders. All entries are requested at once, because the drop's data is cleared after the event. */
export async function readDroppedFiles({ items }: DataTransfer): Promise<FoundFiles> {
  const dropped = Array.from(items).filter(({ kind }) => kind === 'file')
  const [first, ...others] = dropped.map((item) => item.webkitGetAsEntry())
  const folderName = first?.isDirectory && others.length === 0 ? first.name : undefined
  const found = await Promise.all(dropped.map((item) => readItem(item)))
  return { files: sortByName(found.flat().filter(({ file }) => !isSystemFile(file.name))), folderName }
}

/** What the browser's dialog returned. Files of a folder come with their path in it. */
export function readChosenFiles(chosen: readonly File[]): FoundFiles {
  const [folderName] = chosen[0]?.webkitRelativePath.split('/') ?? []
  const wanted = chosen.filter(({ webkitRelativePath }) => !webkitRelativePath.split('/').some(isSystemFile))
  return { files: sortByName(wanted.map((file) => ({ file }))), folderName: folderName || undefined }
}

const naturalOrder = new Intl.Collator('en-NZ', { numeric: true })

/** "Photo 2" before "Photo 10". Folders list their files in any order. */
const sortByName = (found: FileToUpload[]) => found.toSorted((a, b) => naturalOrder.compare(a.file.name, b.file.name))

type DroppedItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }

async function readItem(item: DroppedItem): Promise<FileToUpload[]> {
  const [entry, file, asking] = [item.webkitGetAsEntry(), item.getAsFile(), item.getAsFileSystemHandle?.()]
  const handle = await asking?.catch(() => null)
  if (entry?.isDirectory) return readFolder(entry as FileSystemDirectoryEntry)
  return file ? [{ file, ...(isFileHandle(handle) && { handle }) }] : []
}

const isFileHandle = (handle: FileSystemHandle | null | undefined): handle is FileSystemFileHandle =>
  handle?.kind === 'file'

async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileToUpload[]> {
  const found: FileToUpload[] = []
  for (const entry of await readEntries(folder)) {
    if (isSystemFile(entry.name)) continue
    if (entry.isDirectory) found.push(...(await readFolder(entry as FileSystemDirectoryEntry)))
    else found.push({ file: await readFileEntry(entry as FileSystemFileEntry) })
  }
  return found
}

/** Browsers return a folder in batches, until a batch is empty. */
async function readEntries(folder: FileSystemDirectoryEntry) {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const readFileEntry = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))
