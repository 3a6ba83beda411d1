import type { ListedDocument } from '../../buyer.schema.ts'

/** Tabler's shapes without the library, which is larger than they are. */
const documentTypeIcons = {
  title:
    'M12 15a3 3 0 1 0 6 0a3 3 0 1 0-6 0M13 17.5v4.5l2-1.5l2 1.5v-4.5M10 19h-5a2 2 0 0 1-2-2v-10c0-1.1 .9-2 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-1 1.73M6 9l12 0M6 12l3 0M6 15l2 0',
  lim: 'M8 9l5 5v7h-5v-4m0 4h-5v-7l5-5m1 1v-6a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17h-8M13 7l0 .01M17 7l0 .01M17 11l0 .01M17 15l0 .01',
  building_report:
    'M21 12l-9-9l-9 9h2v7a2 2 0 0 0 2 2h4.7M9 21v-6a2 2 0 0 1 2-2h2M15 18a3 3 0 1 0 6 0a3 3 0 1 0-6 0M20.2 20.2l1.8 1.8',
  agreement:
    'M3 17c3.333-3.333 5-6 5-8c0-3-1-3-2-3s-2.032 1.085-2 3c.034 2.048 1.658 4.877 2.5 6c1.5 2 2.5 2.5 3.5 1l2-3c.333 2.667 1.333 4 3 4c.53 0 2.639-2 3-2c.517 0 1.517 .667 3 2',
  floor_plan: 'M17 3l4 4l-14 14l-4-4l14-14M16 7l-1.5-1.5M13 10l-1.5-1.5M10 13l-1.5-1.5M7 16l-1.5-1.5',
  rates: 'M5 21v-16a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v16l-3-2l-2 2l-2-2l-2 2l-2-2l-3 2m4-14h6m-6 4h6m-2 4h2',
  rental_appraisal:
    'M19 10l-7-7l-9 9h2v7a2 2 0 0 0 2 2h6M9 21v-6a2 2 0 0 1 2-2h2c.387 0 .748 .11 1.054 .3M21 15h-2.5a1.5 1.5 0 0 0 0 3h1a1.5 1.5 0 0 1 0 3h-2.5M19 21v1m0-8v1',
  disclosure_statement: 'M12 9h.01M11 12h1v4h1M12 3c7.2 0 9 1.8 9 9c0 7.2-1.8 9-9 9c-7.2 0-9-1.8-9-9c0-7.2 1.8-9 9-9',
}

const fileIcon = 'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2'
const textFileIcon = `${fileIcon}M9 9l1 0M9 13l6 0M9 17l6 0`
const photoIcon =
  'M15 8h.01M3 6a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-12M3 16l5-5c.928-.893 2.072-.893 3 0l5 5M14 14l1-1c.928-.893 2.072-.893 3 0l3 3'
const videoIcon =
  'M15 10l4.553-2.276a1 1 0 0 1 1.447 .894v6.764a1 1 0 0 1-1.447 .894l-4.553-2.276v-4M3 8a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2l0-8'

export const downloadIcon = 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5M12 4l0 12'
export const lockIcon =
  'M5 13a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-6M11 16a1 1 0 1 0 2 0a1 1 0 0 0-2 0M8 11v-4a4 4 0 1 1 8 0v4'
export const doneIcon = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 12l2 2l4-4'

/** An icon for the document's type, or else for its content type. */
export function documentIcon({ kind, contentType }: ListedDocument) {
  if (kind && kind !== 'other') return documentTypeIcons[kind]
  if (contentType.startsWith('image/')) return photoIcon
  if (contentType.startsWith('video/')) return videoIcon
  return /pdf|word|text/.test(contentType) ? textFileIcon : fileIcon
}
