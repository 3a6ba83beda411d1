/** The parts of the settings page, in their order. The key is the anchor. */
export const sections = {
  profile: { title: 'Profile', about: 'Who you are. Buyers see your name, agency and photo on every listing.' },
  card: { title: 'Public agent card', about: 'How you introduce yourself beside each of your listings.' },
  email: { title: 'E-mail address', about: 'You sign in with it, and your leads arrive there.' },
  password: { title: 'Password', about: 'Changing it signs out every other browser.' },
  sessions: { title: 'Where you are signed in', about: 'Sign out anything that you do not recognise.' },
  billing: { title: 'Billing', about: 'Your plan, your card and your invoices.' },
  mails: {
    title: 'Email notifications',
    about:
      'Choose which emails we send you. Security emails, such as a new sign-in or a changed password, always arrive.',
  },
  data: { title: 'Your data', about: 'Everything of your account as one zip file.' },
  activity: {
    title: 'Activity',
    about: 'What was done with your account in the last 12 months. Change your password if something was not you.',
  },
  danger: { title: 'Delete account', about: 'There are 14 days to change your mind.' },
} as const

export type SectionId = keyof typeof sections
export const sectionIds = Object.keys(sections) as SectionId[]
