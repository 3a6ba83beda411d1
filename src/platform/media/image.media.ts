import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { MediaFailure, unusableFile } from './failure.ts'
import { fileTypeInfo } from './fileTypes.ts'
import { decodeHeic } from './heic.media.ts'
import { MAX_PIXELS, refuseTooManyPixels, tooManyPixels } from './pixelLimit.ts'
import { withColourProfile } from './png.media.ts'
import { detectFileType } from './sniff.media.ts'

/** A picture that was made from a file, by its name in the given folder. */
export interface Rendition {
  file: string
  width: number
  height: number
  bytes: number
}

export interface Photo {
  /** Of the original, as it is meant to be looked at. */
  width: number
  height: number
  /** A few blurred dots as a data URL, to be seen until the photo has loaded. */
  placeholder: string
  /** Smallest first. Never wider than the original, so a small one has fewer. */
  variants: Rendition[]
}

const WIDTHS_PX = [480, 960, 1920]
const MAX_WIDTH_PX = 1920
/** WebP knows no more dots in one direction. */
const MAX_HEIGHT_PX = 16_383
const PLACEHOLDER_PX = 16
const FORMATS = ['jpeg', 'png', 'webp', 'gif']
/** The limit of a single step of sharp; the task as a whole has one of its own. */
const STEP_LIMIT = { seconds: 20 }

/** Writes a photo in three widths as WebP, upright and without anything that the camera noted: place, time, owner. */
export async function preparePhotoFiles(path: string, folder: string): Promise<Photo> {
  const { width, height, base } = await readPhoto(path)
  const { data, info } = base
  const picture = () => sharp(data, { raw: info, limitInputPixels: MAX_PIXELS }).timeout(STEP_LIMIT)

  const variants: Rendition[] = []
  for (const wanted of new Set(WIDTHS_PX.map((width) => Math.min(width, info.width)))) {
    const file = `photo-${wanted}.webp`
    const made = await picture().resize({ width: wanted }).webp({ quality: 80 }).toFile(join(folder, file))
    variants.push({ file, width: made.width, height: made.height, bytes: made.size })
  }
  const dots = await picture().resize(PLACEHOLDER_PX, PLACEHOLDER_PX, { fit: 'inside' }).webp({ quality: 40 }).toBuffer()
  return { width, height, placeholder: `data:image/webp;base64,${dots.toString('base64')}`, variants }
}

async function readPhoto(path: string) {
  const sniffed = await detectFileType(path)
  if (!sniffed.accepted || fileTypeInfo(sniffed.type).family !== 'image') throw unusableFile('This file is not a photo.')
  const isHeic = sniffed.type === 'image/heic' || sniffed.type === 'image/heif'
  try {
    return await (isHeic ? openHeic(path) : openPhoto(path))
  } catch (error) {
    if (error instanceof MediaFailure) throw error
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
  photo.resize({ width: MAX_WIDTH_PX, height: MAX_HEIGHT_PX, fit: 'inside', withoutEnlargement: true }).timeout(STEP_LIMIT)
