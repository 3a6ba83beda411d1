import {
  IconBuildingCommunity,
  IconCertificate,
  IconFile,
  IconFileText,
  IconHomeDollar,
  IconHomeSearch,
  IconInfoSquareRounded,
  IconPhoto,
  IconReceipt,
  IconRuler2,
  IconSignature,
  IconVideo,
} from '@tabler/icons-react'
import type { ListedDocument } from '../leads.ts'

const signs = {
  title: IconCertificate,
  lim: IconBuildingCommunity,
  building_report: IconHomeSearch,
  agreement: IconSignature,
  floor_plan: IconRuler2,
  rates: IconReceipt,
  rental_appraisal: IconHomeDollar,
  disclosure_statement: IconInfoSquareRounded,
}

/** A sign for its kind; for any other document, for what it is made of. */
export function documentSign({ kind, contentType }: ListedDocument) {
  if (kind && kind !== 'other') return signs[kind]
  if (contentType.startsWith('image/')) return IconPhoto
  if (contentType.startsWith('video/')) return IconVideo
  return /pdf|word|text/.test(contentType) ? IconFileText : IconFile
}
