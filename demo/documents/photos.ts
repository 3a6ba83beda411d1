import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { figure, html } from './html.ts'

const FOLDER = join(import.meta.dirname, '../photos')

export interface Photo {
  /** What it shows, in the words of its file's name. */
  words: string
  picture: string
}

/** The pictures of a home, small enough for a document. As JPEG, which the browser puts into a PDF as it is. */
export async function readPhotos(slug: string): Promise<Photo[]> {
  const folder = join(FOLDER, slug)
  if (!existsSync(folder)) return []
  const names = (await readdir(folder)).filter((name) => name.endsWith('.webp')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const words = name.replace(/^\d+-|\.webp$/g, '').replaceAll('-', ' ')
      const jpeg = await sharp(join(folder, name)).resize(900).jpeg({ quality: 68, mozjpeg: true }).toBuffer()
      return { words, picture: html`<img alt="${words}" src="data:image/jpeg;base64,${jpeg.toString('base64')}">` }
    }),
  )
}

/** The pictures that show something, with what they show below. */
export const photosOf = (photos: Photo[], subject: RegExp, most = 2) =>
  photos
    .filter(({ words }) => subject.test(words))
    .slice(0, most)
    .map(({ words, picture }) => figure(picture, sentence(words)))
    .join('')

export const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
