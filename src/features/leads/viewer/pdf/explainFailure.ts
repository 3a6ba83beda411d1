import { InvalidPDFException, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { DocumentChangedError } from './fetchPiece.ts'

/** What is wrong with the PDF itself, and whether another try could end otherwise. */
export function explainPdfError(error: unknown): { explanation?: string; isFinal?: boolean } {
  if (error instanceof PasswordException)
    return {
      explanation: 'It’s protected by a password. Download it, and ask the agent for the password.',
      isFinal: true,
    }
  if (error instanceof InvalidPDFException)
    return { explanation: 'The file seems to be damaged. Download it and try another app.', isFinal: true }
  if (error instanceof DocumentChangedError)
    return { explanation: 'The agent has just replaced it with a newer version. Try again to read that one.' }
  return {}
}
