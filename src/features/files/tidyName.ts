import { type DocumentType, documentTypes } from '#platform/media/documentKinds.ts'
import { cleanFileName, MAX_FILE_NAME_LENGTH } from './fileNames.ts'
import { withCapitals } from './nameCapitals.ts'
import { spellDates } from './nameDates.ts'
import { withoutCodes, withoutCopyWords, withoutMachineWords } from './nameNoise.ts'
import { splitWords, withoutExtension } from './nameWords.ts'

/** What the kind's own name says already. */
const WORDS_OF_KIND: Record<DocumentType, RegExp[]> = {
  title: [
    /\b(?:record|certificate|copy) of titles?\b/gi,
    /\b(?:guaranteed )?search copy\b|\bcomputer freehold register\b/gi,
    /\btitles?(?: search| deed| document)?\b(?! plan)|\b(?:ct|cfr|rot|rt)\b/gi,
  ],
  lim: [/\b(?:land information memorandum|lim)(?: reports?)?\b/gi],
  building_report: [
    /\b(?:building|builder'?s?|builders'?|house|property)(?: inspection| condition| survey)? reports?\b/gi,
    /\b(?:building|house|property) inspection\b|\b(?:inspection )?reports?\b/gi,
  ],
  agreement: [
    /\b(?:agreement for )?sales? (?:and|&|n) purchase(?: agreement)?(?: of real estate)?\b/gi,
    /\bs ?(?:&|and|n) ?p\b|\b(?:adls|asp|spa|agreement|contract)\b/gi,
  ],
  floor_plan: [/\bfloor ?plans?\b|\bfp\b|^plans?$/gi],
  rates: [/\brates?(?: notice| assessment| invoice| demand| bill| account)?\b/gi],
  rental_appraisal: [/\brent(?:al)? (?:appraisal|assessment|estimate|valuation)\b/gi],
  disclosure_statement: [/\bdisclosures?(?: statements?)?\b|\bpcds?\b/gi],
  other: [],
}

const EDGE_START = /^(?:(?:of|for|the|and|at|re|from|report|documents?|docs?)\b|[\s\-–—,.;:&#])+/i
const EDGE_END = /(?:\b(?:of|for|the|and|at|re|from|documents?|docs?)|[\s\-–—,.;:&#])+$/i
const SEPARATOR = /\s+[-–—]+\s+|\s*[,;|]\s*/

/** A name for buyers, from the name of a file: `LIM_12-Rata-St_FINAL(2).pdf` is "LIM report – 12 Rata St". */
export function tidyName(fileName: string, kind: DocumentType) {
  const label = documentTypes[kind]
  const detail = tidyDetail(fileName, kind)
  if (!detail) return label
  return shortenToWords(kind === 'other' ? detail : `${label} – ${detail}`)
}

function tidyDetail(fileName: string, kind: DocumentType) {
  const words = splitWords(spellDates(withoutCodes(withoutExtension(cleanFileName(fileName) ?? ''))))
  const parts = withoutMachineWords(words)
    .split(SEPARATOR)
    .map((part) => trimEdges(WORDS_OF_KIND[kind].reduce((rest, said) => rest.replace(said, ' '), trimEdges(part))))
    .filter((part) => /[\p{L}\d]/u.test(part))
  return withCapitals(parts.join(', ')).replace(/\s/g, ' ')
}

function trimEdges(part: string): string {
  const bare = withoutCopyWords(part)
    .replace(/\(\s*\)/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim()
    .replace(EDGE_START, '')
    .replace(EDGE_END, '')
    .replace(/^\(([^()]*)\)$/, '$1')
  return bare === part ? bare : trimEdges(bare)
}

/** Cut between words. */
const shortenToWords = (name: string) =>
  name.length <= MAX_FILE_NAME_LENGTH
    ? name
    : name
        .slice(0, MAX_FILE_NAME_LENGTH)
        .toWellFormed()
        .replace(/\s\S*$|\ufffd$/, '')
