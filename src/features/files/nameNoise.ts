import { dropDates } from './nameDates.ts'

/** Scanners, cameras and messengers name files by themselves, after the day on which they did. */
const MACHINE_WORDS = [
  /\b(?:adobe |quick )?scan(?:ned|ner)?(?: documents?| copy)?(?: ?(?:\d{3,6}|0\d+|\d+$))?(?!\w)/gi,
  /\bcam ?scanner\b/gi,
  /\b(?:img|dsc[nf]?|pxl|skm|kmbt|mfp|brw)(?: ?\w*\d+)?\b/gi,
  /\bwhats ?app(?: (?:image|video))?\b/gi,
  /\bscreen ?shot\b/gi,
  /\b(?:doc|document|image|photo) ?\d+$/gi,
  /\b(?:xerox|epson|brother|canon|hp|ricoh)\d+\b/gi,
  /\buntitled\b/gi,
]

/** What people add to keep their own copies apart. */
const COPY_WORDS = [
  /\bcopy of\b|\bcopy(?: \d+)?\b/gi,
  /\((?:\d{1,2}|copy|final)\)/gi,
  /\bfinal(?:ised|ized)?(?: version| copy)?\b/gi,
  /\bv(?:er(?:sion)?)?[ .]?\d+(?:\.\d+)*\b/gi,
  /\b(?:latest|updated|compressed|reduced|optimi[sz]ed|ocr|pdf|download(?:ed)?|attachment)\b/gi,
  /\b(?:low|hi|high)[ -]?res\b/gi,
  /\b(?:for )?(?:web(?:site)?|print|email|upload|min|small)$/gi,
]

/** Numbers that mean something only to the program that gave them. */
const CODES = [
  /(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])/gi,
  /(?<![\da-z])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{12,}(?![\da-z])/gi,
  /(?<!\d)\d{9,}(?!\d)/g,
]

const removePatterns = (text: string, patterns: RegExp[], gap = ' ') =>
  patterns.reduce((rest, pattern) => rest.replace(pattern, gap), text)

/** For a name that is not yet taken apart into words. */
export const withoutCodes = (name: string) => removePatterns(name, CODES, '_')

/** Without what a machine put in: its own word, and then the date and time as well. */
export function withoutMachineWords(words: string) {
  const isByMachine = MACHINE_WORDS.some((pattern) => words.search(pattern) >= 0)
  return isByMachine ? removePatterns(dropDates(words), MACHINE_WORDS) : words
}

export const withoutCopyWords = (words: string) => removePatterns(words, COPY_WORDS)
