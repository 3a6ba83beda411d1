import { readFile, stat } from 'node:fs/promises'
import libheif from 'libheif-js/libheif-wasm/libheif.js'
import { unusableFile } from './failure.ts'
import { refuseTooManyPixels } from './pixelLimit.ts'

const wasmFile = new URL('libheif.wasm', import.meta.resolve('libheif-js/libheif-wasm/libheif.js'))
let wasm: Promise<Buffer> | undefined

/** Far more than any phone writes; the file is read whole. */
const MAX_HEIC_BYTES = 100 * 1024 * 1024

/** As libheif answers; its own types say `any`. An error has no channels. */
interface Decoded {
  channels?: { width: number; height: number; stride: number; data: Uint8Array }[]
}

export interface Pixels {
  data: Uint8Array
  width: number
  height: number
  /** Dots in a row, including those that only fill it up. Four bytes each. */
  stride: number
  /** The colours that the numbers stand for. */
  profile: Buffer | undefined
}

/** The dots of a HEIC photo, upright: its turns are part of the format and are done by the decoder. */
export async function decodeHeic(path: string): Promise<Pixels> {
  if ((await stat(path)).size > MAX_HEIC_BYTES)
    throw unusableFile('This photo is larger than 100 MB. Save a smaller copy and try again.')
  const bytes = await readFile(path)
  wasm ??= readFile(wasmFile)
  // An instance of its own for each photo: memory that was given to one is never given back by it.
  const heif = libheif({ wasmBinary: await wasm, print: () => {}, printErr: () => {} })
  const context = heif.heif_context_alloc()
  heif.heif_context_read_from_memory(context, bytes)

  const handle = heif.heif_js_context_get_primary_image_handle(context)
  if (!handle || handle.code) throw new Error('This HEIC file has no photo in it.')
  refuseTooManyPixels(heif.heif_image_handle_get_width(handle), heif.heif_image_handle_get_height(handle))

  const decoded: Decoded = await heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGBA,
  )
  const channel = decoded.channels?.[0]
  if (!channel) throw new Error('We can’t read this HEIC photo. Save it as a JPEG and try again.')
  return { ...channel, stride: channel.stride / 4, profile: findProfile(bytes) }
}

/** Phones keep colours in a wider space than the web's. The box with its description is `colr` of the kind `prof`. */
function findProfile(bytes: Buffer) {
  const box = bytes.indexOf('colrprof') - 4
  if (box < 0) return undefined
  return bytes.subarray(box + 12, box + bytes.readUInt32BE(box))
}
