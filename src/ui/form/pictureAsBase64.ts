import { AppError } from '#platform/errors.ts'

/** How large a picture may be that is sent to the server. */
export interface PictureSize {
  maxSidePx: number
  /** Sent as it is up to this size. Without it, every picture is drawn again. */
  keptUpToBytes?: number
  /** The first that the browser can write and that is small enough, or else the last. */
  formats: readonly ('image/webp' | 'image/png' | 'image/jpeg')[]
}

const QUALITY = 0.88

/** Photos from a phone are 5 MB and more. Making them smaller here makes saving quick on any connection. */
export async function pictureAsBase64(file: Blob, noun: string, size: PictureSize) {
  try {
    const isSmall = size.keptUpToBytes !== undefined && file.size <= size.keptUpToBytes
    return await readAsBase64(isSmall ? file : await drawSmaller(file, size))
  } catch {
    throw new AppError('UnreadablePicture', 422, `We can’t read this ${noun}. Use a JPEG, PNG or WebP instead.`)
  }
}

async function drawSmaller(file: Blob, { maxSidePx, keptUpToBytes, formats }: PictureSize) {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  let drawn: Blob | undefined
  for (const format of formats) {
    drawn = await canvasToBlob(canvas, format)
    // A browser that cannot write a format returns a PNG.
    if (drawn.type === format && drawn.size <= (keptUpToBytes ?? Number.POSITIVE_INFINITY)) break
  }
  if (!drawn) throw new Error('No format was given.')
  return drawn
}

const canvasToBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Nothing was drawn.'))), type, QUALITY),
  )

const readAsBase64 = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error('The file could not be read.'))
    reader.readAsDataURL(blob)
  })
