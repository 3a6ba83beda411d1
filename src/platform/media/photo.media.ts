import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import libheif from 'libheif-js/libheif-wasm/libheif.js'
import sharp, { type Sharp } from 'sharp'
import { fileTypeInfo } from './fileTypes.ts'
import { detectFileType } from './inspectFile.media.ts'
import { MAX_PIXELS, MediaError, refuseTooManyPixels, tooManyPixels, unusableFile } from './mediaError.ts'

/** A picture that was made from a file; `file` is its name in the given folder. */
export interface Variant {
  file: string
  width: number
  height: number
  bytes: number
}

export interface Photo {
  /** Of the original, after rotation. */
  width: number
  height: number
  /** A tiny blurred picture as a data URL, shown until the photo has loaded. */
  placeholder: string
  /** Smallest first. Never wider than the original, so a small photo has fewer. */
  variants: Variant[]
}

const WIDTHS_PX = [480, 960, 1920]
const MAX_WIDTH_PX = 1920
/** WebP's maximum. */
const MAX_HEIGHT_PX = 16_383
const PLACEHOLDER_PX = 16
const FORMATS = ['jpeg', 'png', 'webp', 'gif']
/** For a single operation of sharp; the task as a whole has its own limit. */
const STEP_LIMIT = { seconds: 20 }

/** Writes a photo in three widths as WebP, upright and without metadata such as place, time and owner. */
export async function preparePhotoFiles(path: string, folder: string): Promise<Photo> {
  const { width, height, base } = await readPhoto(path)
  const { data, info } = base
  const picture = () => sharp(data, { raw: info, limitInputPixels: MAX_PIXELS }).timeout(STEP_LIMIT)

  const variants: Variant[] = []
  for (const wanted of new Set(WIDTHS_PX.map((width) => Math.min(width, info.width)))) {
    const file = `photo-${wanted}.webp`
    const made = await picture().resize({ width: wanted }).webp({ quality: 80 }).toFile(join(folder, file))
    variants.push({ file, width: made.width, height: made.height, bytes: made.size })
  }
  const dots = await picture()
    .resize(PLACEHOLDER_PX, PLACEHOLDER_PX, { fit: 'inside' })
    .webp({ quality: 40 })
    .toBuffer()
  return { width, height, placeholder: `data:image/webp;base64,${dots.toString('base64')}`, variants }
}

async function readPhoto(path: string) {
  const sniffed = await detectFileType(path)
  if (!sniffed.accepted || fileTypeInfo(sniffed.type).family !== 'image')
    throw unusableFile('This file is not a photo.')
  const isHeic = sniffed.type === 'image/heic' || sniffed.type === 'image/heif'
  try {
    return await (isHeic ? openHeic(path) : openPhoto(path))
  } catch (error) {
    if (error instanceof MediaError) throw error
    const message = String(error)
    if (message.includes('pixel limit')) throw tooManyPixels()
    if (message.includes('timeout')) throw unusableFile('This photo took too long to prepare.', error)
    throw unusableFile('This photo is damaged or incomplete. Re-save it and try again.', error)
  }
}

async function openPhoto(path: string) {
  const photo = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format, autoOrient: size } = await photo.metadata()
  if (!FORMATS.includes(format)) throw new Error(`A picture of the kind ${format}.`)
  refuseTooManyPixels(size.width, size.height)
  return { ...size, base: await shrink(photo.autoOrient()).raw().toBuffer({ resolveWithObject: true }) }
}

async function openHeic(path: string) {
  const { data, width, height, stride, profile } = await decodeHeic(path)
  const photo = sharp(data, { raw: { width: stride, height, channels: 4 }, limitInputPixels: 2 * MAX_PIXELS })
  const upright = shrink(photo.extract({ left: 0, top: 0, width, height }))
  const small = await upright.png({ compressionLevel: 1 }).toBuffer()
  const base = sharp(profile ? withColourProfile(small, profile) : small).raw()
  return { width, height, base: await base.toBuffer({ resolveWithObject: true }) }
}

const shrink = (photo: Sharp) =>
  photo
    .resize({ width: MAX_WIDTH_PX, height: MAX_HEIGHT_PX, fit: 'inside', withoutEnlargement: true })
    .timeout(STEP_LIMIT)

const wasmFile = new URL('libheif.wasm', import.meta.resolve('libheif-js/libheif-wasm/libheif.js'))
let wasm: Promise<Buffer> | undefined

/** Far more than any phone writes; the file is read whole. */
const MAX_HEIC_BYTES = 100 * 1024 * 1024

/** What libheif returns; its own types say `any`. An error has no channels. */
interface Decoded {
  channels?: { width: number; height: number; stride: number; data: Uint8Array }[]
}

export interface Pixels {
  data: Uint8Array
  width: number
  height: number
  /** Pixels per row, including padding. Four bytes each. */
  stride: number
  /** The ICC colour profile. */
  profile: Buffer | undefined
}

/** The pixels of a HEIC photo, upright: the decoder applies the rotation. */
async function decodeHeic(path: string): Promise<Pixels> {
  if ((await stat(path)).size > MAX_HEIC_BYTES)
    throw unusableFile('This photo is larger than 100 MB. Save a smaller copy and try again.')
  const bytes = await readFile(path)
  wasm ??= readFile(wasmFile)
  // One instance per photo, because it never returns memory.
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

/** Phones use a wider colour space than the web. The profile is in the box `colr` of type `prof`. */
function findProfile(bytes: Buffer) {
  const box = bytes.indexOf('colrprof') - 4
  if (box < 0) return undefined
  return bytes.subarray(box + 12, box + bytes.readUInt32BE(box))
}

/** The length of PNG's signature and first chunk. */
const AFTER_HEADER = 33

/** Adds a colour profile to a PNG, because sharp uses only profiles inside the picture. */
const withColourProfile = (png: Buffer, profile: Buffer) =>
  Buffer.concat([
    png.subarray(0, AFTER_HEADER),
    pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)])),
    png.subarray(AFTER_HEADER),
  ])

export function pngChunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
