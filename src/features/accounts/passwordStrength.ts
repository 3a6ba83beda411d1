/** From easily guessed to not in our lifetime. */
export const strengthLabels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

interface PasswordRating {
  score: number
  word: (typeof strengthLabels)[number]
  /** What makes it weak, and what would help. */
  advice: string
}

/** Says how long a password would stand, and why not longer. It only advises: the minimum is two characters. */
export function ratePassword(password: string): PasswordRating {
  const weakness = findWeakness(password)
  const score = Math.min(weakness?.most ?? 4, strengthScore(estimateEntropyBits(password)))
  const advice =
    weakness?.advice ?? (score < 3 ? 'a few more words would make it much harder to guess.' : STRONG_ADVICE)
  return { score, word: strengthLabels[score] ?? 'Strong', advice }
}

const STRONG_ADVICE = 'it would take far too long to guess.'

/** Words that lists of stolen passwords begin with, and those that people of our trade think of. */
const COMMON_PASSWORDS =
  /^(password|passwort|letmein|welcome|admin|administrator|login|iloveyou|monkey|dragon|sunshine|princess|football|cricket|rugby|allblacks|master|secret|hello|summer|winter|spring|autumn|january|february|march|april|june|july|august|september|october|november|december|kiwi|newzealand|aotearoa|auckland|wellington|christchurch|property|propertyfiles|realestate|listing|listings|agent|house|test)$/

const KEYBOARD_ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
]

function findWeakness(password: string): { most: number; advice: string } | undefined {
  const length = [...password].length
  if (isCommonPassword(password)) return { most: 0, advice: 'it’s one of the first passwords people guess.' }
  if (length > 3 && new Set(password.toLowerCase()).size <= 3)
    return { most: 0, advice: 'it repeats the same few characters.' }
  if (isKeyboardRow(password)) return { most: 0, advice: 'sequences like 1234 or qwerty are guessed first.' }
  if (/^\d+$/.test(password)) return { most: 1, advice: 'numbers alone are easy to guess. Add some words.' }
  if (length < 8) return { most: 1, advice: 'short passwords are quick to crack. Use eight characters or more.' }
  return undefined
}

/** `P@ssw0rd!2024` is `password` to those who guess for a living. */
function isCommonPassword(password: string) {
  const letters = password
    .toLowerCase()
    .replace(/[\d\W_]+$/, '')
    .replace(/[@4]/g, 'a')
    .replace(/3/g, 'e')
    .replace(/[1!]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[$5]/g, 's')
    .replace(/\W/g, '')
  return COMMON_PASSWORDS.test(letters)
}

/** Whether most of it walks along the alphabet, the digits or the keyboard, in either direction. */
function isKeyboardRow(password: string) {
  const text = password.toLowerCase()
  const steps = [...text].slice(1).map((letter, place) => `${text[place]}${letter}`)
  const walked = steps.filter((step) =>
    KEYBOARD_ROWS.some((row) => row.includes(step) || row.includes(reverseText(step))),
  )
  return steps.length >= 3 && walked.length >= steps.length * 0.7
}

const reverseText = (text: string) => [...text].reverse().join('')

/** How many guesses it takes, as a power of two: different characters count in full, repeated ones for little. */
function estimateEntropyBits(password: string) {
  const characters = [...password]
  const different = new Set(characters).size
  const counted = different + (characters.length - different) * 0.5
  return counted * Math.log2(alphabetSize(password))
}

function alphabetSize(password: string) {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e ]/, 20],
    [/[^\u0020-\u007e]/, 60],
  ]
  return kinds.reduce((size, [kind, letters]) => (kind.test(password) ? size + letters : size), 1)
}

function strengthScore(bits: number) {
  const steps = [20, 36, 52, 68]
  return steps.filter((step) => bits >= step).length
}
