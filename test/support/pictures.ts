import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk } from '../../src/platform/media/photo.media.ts'

const GPS = {
  IFD0: { Artist: 'Aroha Ngata' },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '41/1 17/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '174/1 46/1 0/1' },
}

/** As a phone takes it: lying on its side, and knowing where it was taken and by whom. */
export const phonePhoto = (width = 1200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: '#c9a27e' } })
    .withExif(GPS)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A valid black square, one bit a dot: 900 million dots are a hundred kilobytes. */
export function pngBomb(side: number) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const dots = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', dots), pngChunk('IEND', Buffer.alloc(0))])
}
