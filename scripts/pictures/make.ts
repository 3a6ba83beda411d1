import { drawIcons } from './icons.ts'
import { drawSocialCards } from './socialCards.ts'
import { takePictures } from './takePictures.ts'

const [only] = process.argv.slice(2)
if (only !== 'brand') await takePictures()
await drawIcons()
await drawSocialCards()
