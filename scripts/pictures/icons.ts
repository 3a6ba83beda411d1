import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { logoSvg } from './logo.ts'

const folder = join(import.meta.dirname, '../../public')
const png = (drawing: string, size: number) =>
  sharp(Buffer.from(drawing), { density: 2400 }).resize(size, size).png({ compressionLevel: 9 }).toBuffer()

/** The logo in every size and format that browsers and phones need. */
export async function drawIcons() {
  const rounded = logoSvg()
  const whole = logoSvg({ corners: false, scale: 1.15 })
  const files: Record<string, string | Buffer> = {
    'favicon.svg': rounded,
    'favicon.ico': asIco(await png(rounded, 32), 32),
    'apple-touch-icon.png': await png(whole, 180),
    'icon-192.png': await png(rounded, 192),
    'icon-512.png': await png(rounded, 512),
    'icon-maskable-512.png': await png(logoSvg({ corners: false }), 512),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
}

const HEADER = 22

/** An ICO file is a header and a list of pictures, which may be PNGs. */
function asIco(picture: Buffer, size: number) {
  const header = Buffer.alloc(HEADER)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // with one picture
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(HEADER, 18)
  return Buffer.concat([header, picture])
}
