import sharp from 'sharp'
import { MediaFailure } from './failure.ts'
import { refuseTooManyPixels } from './pixelLimit.ts'

/** Why a picture is not worth a decoder's time, told from its first bytes. What cannot be told so is left to the decoder. */
export async function whyTooLarge(path: string) {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    refuseTooManyPixels(width, height)
    return undefined
  } catch (error) {
    return error instanceof MediaFailure ? error.message : undefined
  }
}
