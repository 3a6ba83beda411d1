interface Named {
  firstName: string | null
  lastName: string | null
}

/** "Mia Fernbrook". Either part may be missing. */
export const fullName = ({ firstName, lastName }: Named) => `${firstName ?? ''} ${lastName ?? ''}`.trim()
