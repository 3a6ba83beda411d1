import { InvalidPDFException, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { DocumentChanged } from './fetchPiece.ts'

/** What is wrong with the PDF itself, and whether another try could end otherwise. */
export function explainFailure(error: unknown): { explanation?: string; isFinal?: boolean } {
  if (error instanceof PasswordException)
    return {
      explanation:
        'It’s locked with a password. Download it to open it with the password, which the listing’s agent may have.',
      isFinal: true,
    }
  if (error instanceof InvalidPDFException)
    return { explanation: 'The file seems to be damaged. Another program may still be able to open it.', isFinal: true }
  if (error instanceof DocumentChanged)
    return { explanation: 'It has just been replaced with a newer version. Try again to read that one.' }
  return {}
}
