/** The parts of the settings page, in their order. The key is the anchor. */
export const settingsSections = {
  profile: { title: 'Profile', about: 'Buyers see your name, agency and photo on every listing.' },
  card: { title: 'Public agent card', about: 'How you appear on each of your listings.' },
  email: { title: 'Email address', about: 'You sign in with it, and we send your leads to it.' },
  password: { title: 'Password', about: 'Changing it signs out your other devices.' },
  sessions: { title: 'Signed-in devices', about: 'Sign out any device you don’t recognise.' },
  billing: { title: 'Billing', about: 'Your plan, card and invoices.' },
  mails: {
    title: 'Email notifications',
    about:
      'Choose which emails we send you. We always send security emails, such as a new sign-in or a changed password.',
  },
  data: { title: 'Your data', about: 'Everything in your account as one zip file.' },
  activity: {
    title: 'Activity',
    about: 'The last 12 months in your account. If something wasn’t you, change your password.',
  },
  danger: { title: 'Delete account', about: 'You have 14 days to change your mind.' },
} as const

export type SettingsSectionId = keyof typeof settingsSections
export const settingsSectionIds = Object.keys(settingsSections) as SettingsSectionId[]
