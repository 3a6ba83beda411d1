import sharp from 'sharp'
import { MediaFailure } from './failure.ts'
import { fileTypeInfo } from './fileTypes.ts'
import { refuseTooManyPixels } from './pixelLimit.ts'
import { type ClaimedType, type DetectedType, detectFileType } from './sniff.media.ts'

/** The real type of a file, or why it is refused: also a picture with more pixels than we prepare. */
export async function inspectFile(path: string, claim?: ClaimedType): Promise<DetectedType> {
  const sniffed = await detectFileType(path, claim)
  if (!sniffed.accepted || fileTypeInfo(sniffed.type).family !== 'image') return sniffed
  const why = await whyTooLarge(path)
  return why ? { accepted: false, why } : sniffed
}

/** Read from the header. A picture whose header cannot be read is left to the decoder. */
async function whyTooLarge(path: string) {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    refuseTooManyPixels(width, height)
    return undefined
  } catch (error) {
    return error instanceof MediaFailure ? error.message : undefined
  }
}
