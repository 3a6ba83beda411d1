import { newId } from '#db/schema/columns.ts'
import { type LibraryKey, questionFromLibrary } from '#features/listings/questions/questionLibrary.ts'
import { daysBefore } from './demoTime.ts'

/** Printed at the first start. Not a secret: the demo exists only on loopback. */
export const demoSignIn = { email: 'demo@property-files.localhost', password: 'property-files-demo' }

export const demoAgent = (now: Date, passwordHash: string) => ({
  id: newId('user'),
  email: demoSignIn.email,
  emailVerified: true,
  password: passwordHash,
  firstName: 'Mia',
  lastName: 'Fernbrook',
  phone: '+64215550100',
  subscriptionActive: true,
  createdAt: daysBefore(now, 94),
  updatedAt: daysBefore(now, 94),
})

const demoQuestions: LibraryKey[] = ['finance', 'time_frame', 'selling_first']

/** Without a photo, so the card shows initials. */
export const demoProfile = (userId: string) => ({
  userId,
  agencyName: 'Harbour & Hollow Real Estate',
  licenceLine: 'Licensed under the REAA 2008',
  cardTagline: 'Homes from Karori to Havelock North',
  questions: demoQuestions.map(questionFromLibrary),
})
