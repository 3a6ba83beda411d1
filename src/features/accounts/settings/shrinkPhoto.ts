import { AppError } from '#platform/errors.ts'

const MAX_SIDE_PX = 640
const PHOTO_QUALITY = 0.86

const unreadablePhoto = () =>
  new AppError('UnreadablePhoto', 422, 'We can’t read this photo. Use a JPEG, PNG or WebP instead.')

/** Photos from a phone are 5 MB and more; the card shows 320 pixels. Shrinking here makes saving quick on any line. */
export async function shrinkPhoto(file: Blob) {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadablePhoto()
  })
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  // A browser that cannot write WebP answers a PNG, which may be too large; JPEG they all can.
  const webp = await canvasToBlob(canvas, 'image/webp')
  return webp.type === 'image/webp' ? webp : canvasToBlob(canvas, 'image/jpeg')
}

const canvasToBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(unreadablePhoto())), type, PHOTO_QUALITY),
  )

export function blobToBase64(blob: Blob) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(unreadablePhoto())
    reader.readAsDataURL(blob)
  })
}
