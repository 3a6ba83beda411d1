interface Named {
  firstName: string
  lastName: string
  email: string
}

/** The name, or the address of somebody who has not told it yet. */
export const agentName = ({ firstName, lastName, email }: Named) => `${firstName} ${lastName}`.trim() || email

export function agentInitials({ firstName, lastName, email }: Named) {
  const letters = firstLetter(firstName) + firstLetter(lastName)
  return (letters || firstLetter(email)).toUpperCase()
}

/** By code points, so that a name may begin with any letter there is. */
const firstLetter = (word: string) => [...word.trim()][0] ?? ''
