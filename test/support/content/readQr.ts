import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** What a phone's camera would read off a picture. Another library than the one that draws the codes. */
export async function readQr(picture: Buffer) {
  const { data, info } = await sharp(picture).flatten({ background: '#fff' }).ensureAlpha().raw().toBuffer({
    resolveWithObject: true,
  })
  return decodeQR({ width: info.width, height: info.height, data })
}
