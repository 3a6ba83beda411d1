import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

const WITH_ANNOTATIONS = 0x01
const AS_RGBA = 0x10
const WITH_LITTLE_CACHE = 0x200
const DRAWING = WITH_ANNOTATIONS | AS_RGBA | WITH_LITTLE_CACHE
const WHITE = 0xffffffff

/** PDFium's error codes for a document with a password or unknown encryption. */
const LOCKED_ERRORS = [4, 5]

export interface PdfiumDocument {
  state: 'open' | 'locked' | 'damaged'
  countPages: () => number
  readPage: (index: number) => PdfiumPage | undefined
}

export interface PdfiumPage {
  /** In points: 72 an inch. */
  width: number
  height: number
  text: (most: number) => string
  /** On white, four bytes per pixel. */
  draw: (width: number, height: number) => Buffer
  /** Frees its memory for the next page. */
  close: () => void
}

let compiled: Promise<WebAssembly.Module> | undefined

/** One instance per document, because it never returns memory. */
async function startPdfium() {
  compiled ??= WebAssembly.compile(readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))))
  const module = await compiled
  const library = await init({
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(module, imports)
      receive(instance)
      return instance.exports
    },
  })
  library.PDFiumExt_Init()
  return library
}

/** Reads only the parts of the file that are needed: a scan of 300 MB costs no more than its first page. */
export async function openPdf<Result>(path: string, read: (pdf: PdfiumDocument) => Result) {
  const library = await startPdfium()
  const file = openSync(path, 'r')
  try {
    const document = library.FPDF_LoadCustomDocument(provideFile(library, file), '')
    const isLocked = !document && LOCKED_ERRORS.includes(library.FPDF_GetLastError())
    return read({
      state: document ? 'open' : isLocked ? 'locked' : 'damaged',
      countPages: () => library.FPDF_GetPageCount(document),
      readPage: (index) => readPage(library, document, index),
    })
  } finally {
    closeSync(file)
  }
}

interface PageBox {
  left: number
  bottom: number
  right: number
  top: number
  /** How far viewers turn it clockwise. */
  rotation: number
}

const WITHOUT_SECURITY = 3

/**
 * Rewrites a document, with the first page of another one as a drawing over each of its pages. It needs about as much memory as the
 * document is large.
 */
export async function stampEveryPage(
  path: string,
  drawing: Uint8Array,
  matrix: (page: PageBox) => number[],
  write: (chunk: Buffer) => void,
) {
  const library = await startPdfium()
  const { pdfium } = library
  const file = openSync(path, 'r')
  try {
    const document = library.FPDF_LoadCustomDocument(provideFile(library, file), '')
    if (!document) throw new RangeError('The document cannot be opened.')
    const at = pdfium.wasmExports.malloc(drawing.length)
    pdfium.HEAPU8.set(drawing, at)
    const form = library.FPDF_NewXObjectFromPage(document, library.FPDF_LoadMemDocument(at, drawing.length, ''), 0)
    for (let index = 0; index < library.FPDF_GetPageCount(document); index++) {
      const page = library.FPDF_LoadPage(document, index)
      if (!page) throw new RangeError('A page is damaged.')
      const object = library.FPDF_NewFormObjectFromXObject(form)
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix(readPageBox(library, page))
      library.FPDFPageObj_Transform(object, a, b, c, d, e, f)
      library.FPDFPage_InsertObject(page, object)
      if (!library.FPDFPage_GenerateContent(page)) throw new RangeError('A page cannot be written.')
      library.FPDF_ClosePage(page)
    }
    const receive = (_target: number, from: number, length: number) => {
      write(Buffer.from(pdfium.HEAPU8.subarray(from, from + length)))
      return 1
    }
    const target = pdfium.wasmExports.malloc(8)
    pdfium.setValue(target, 1, 'i32')
    pdfium.setValue(target + 4, pdfium.addFunction(receive, 'iiii'), 'i32')
    if (!library.FPDF_SaveAsCopy(document, target, WITHOUT_SECURITY)) throw new RangeError('It cannot be written.')
  } finally {
    closeSync(file)
  }
}

function readPageBox(library: WrappedPdfiumModule, page: number): PageBox {
  const { pdfium } = library
  const at = pdfium.wasmExports.malloc(16)
  const hasBox =
    library.FPDFPage_GetCropBox(page, at, at + 4, at + 8, at + 12) ||
    library.FPDFPage_GetMediaBox(page, at, at + 4, at + 8, at + 12)
  const [left = 0, bottom = 0, right = 612, top = 792] = hasBox
    ? [0, 4, 8, 12].map((offset) => pdfium.getValue(at + offset, 'float'))
    : []
  pdfium.wasmExports.free(at)
  return { left, bottom, right, top, rotation: library.FPDFPage_GetRotation(page) * 90 }
}

/** PDFium's `FPDF_FILEACCESS`: the length, a function that reads a block, and a custom value, which is not used. */
function provideFile({ pdfium }: WrappedPdfiumModule, file: number) {
  const readBlock = (_value: number, position: number, to: number, length: number) =>
    readSync(file, pdfium.HEAPU8, to, length, position >>> 0) === length ? 1 : 0
  const access = pdfium.wasmExports.malloc(12)
  pdfium.setValue(access, fstatSync(file).size, 'i32')
  pdfium.setValue(access + 4, pdfium.addFunction(readBlock, 'iiiii'), 'i32')
  pdfium.setValue(access + 8, 0, 'i32')
  return access
}

function readPage(library: WrappedPdfiumModule, document: number, index: number): PdfiumPage | undefined {
  const page = library.FPDF_LoadPage(document, index)
  if (!page) return undefined
  return {
    width: library.FPDF_GetPageWidthF(page),
    height: library.FPDF_GetPageHeightF(page),
    text: (most) => readText(library, page, most),
    draw: (width, height) => drawPage(library, page, width, height),
    close: () => library.FPDF_ClosePage(page),
  }
}

function readText(library: WrappedPdfiumModule, page: number, most: number) {
  const text = library.FPDFText_LoadPage(page)
  const length = Math.min(library.FPDFText_CountChars(text), most)
  const characters = length > 0 ? copyText(library, text, length) : ''
  library.FPDFText_ClosePage(text)
  return characters
}

function copyText(library: WrappedPdfiumModule, text: number, length: number) {
  const { malloc, free } = library.pdfium.wasmExports
  const at = malloc((length + 1) * 2)
  library.FPDFText_GetText(text, 0, length, at)
  const characters = library.pdfium.UTF16ToString(at)
  free(at)
  return characters
}

function drawPage(library: WrappedPdfiumModule, page: number, width: number, height: number) {
  const bitmap = library.FPDFBitmap_Create(width, height, 0)
  library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAWING)
  const at = library.FPDFBitmap_GetBuffer(bitmap)
  const pixels = Buffer.from(library.pdfium.HEAPU8.subarray(at, at + width * height * 4))
  library.FPDFBitmap_Destroy(bitmap)
  return pixels
}
