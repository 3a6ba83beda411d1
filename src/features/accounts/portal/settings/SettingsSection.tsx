import { useScrollSpy } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import classes from './SettingsSection.module.css'

interface SettingsSectionProps {
  id: SettingsSectionId
  children: ReactNode
  action?: ReactNode
}

export const SettingsSection = ({ id, ...inside }: SettingsSectionProps) => (
  <SectionCard id={id} {...settingsSections[id]} danger={id === 'danger'} {...inside} />
)

/** A little below the top bar. */
const SCROLL_OFFSET_PX = 160

/** Plain anchors: the browser then continues Tab from the section. */
export function SettingsNav({ hidden }: { hidden: SettingsSectionId[] }) {
  const { active } = useScrollSpy({ selector: 'main section[id] h2', offset: SCROLL_OFFSET_PX })
  return (
    <nav aria-label="Settings" className={classes.nav}>
      <ul>
        {settingsSectionIds
          .filter((id) => !hidden.includes(id))
          .map((id, index) => (
            <li key={id}>
              <a href={`#${id}`} data-active={index === active || undefined}>
                {settingsSections[id].title}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** The parts of the settings page, in their order. The key is the anchor. */
const settingsSections = {
  profile: { title: 'Profile', about: 'Buyers see your name, agency, licence line and photo on every listing.' },
  card: { title: 'Public agent card', about: 'How you appear on each of your listings.' },
  questions: {
    title: 'Questions for buyers',
    about: 'Asked when buyers leave their details, on every listing without its own questions.',
  },
  email: { title: 'Email address', about: 'You sign in with it, and we send your leads to it.' },
  password: { title: 'Password', about: 'Changing it signs out your other devices.' },
  'second-step': {
    title: 'Two-step sign-in',
    about: 'A code from your phone as well as your password, so a stolen password isn’t enough.',
  },
  passkeys: {
    title: 'Passkeys',
    about: 'Sign in with your fingerprint, face or screen lock. Safer than a password: no fake website can steal it.',
  },
  'linked-accounts': {
    title: 'Google and Microsoft',
    about: 'Sign in with an account that you have already.',
  },
  sessions: {
    title: 'Signed-in devices',
    about: 'Give each one a name, and sign out any you don’t recognise. We email you when you sign in on a new one.',
  },
  lock: { title: 'Lock when away', about: 'Hides the portal while you’re away. What you were typing is kept.' },
  agency: { title: 'Your agency', about: 'The people you share listings and leads with.' },
  billing: { title: 'Billing', about: 'Your plan, card and invoices.' },
  emails: {
    title: 'Email notifications',
    about:
      'Choose which emails we send you. We always send security emails, such as a new sign-in or a changed password.',
  },
  notifications: {
    title: 'Notifications on your devices',
    about: 'On your phone and computer, even when the portal is closed.',
  },
  templates: {
    title: 'Reply templates',
    about: 'Emails you often write. Each lead’s Reply menu opens them in your email program.',
  },
  appearance: {
    title: 'Appearance',
    about: 'How the portal looks in this browser. Your listings look the same to every buyer.',
  },
  documents: {
    title: 'Documents',
    about: 'How long earlier versions are kept, and when we tell you that a document is old.',
  },
  reading: {
    title: 'Reading data',
    about: 'We measure how long buyers read each page of your documents, so you know what matters to them.',
  },
  data: { title: 'Your data', about: 'Everything in your account as one zip file.' },
  activity: {
    title: 'Activity',
    about: 'The last 12 months in your account. If something wasn’t you, change your password.',
  },
  danger: { title: 'Delete account', about: 'You have 14 days to change your mind.' },
} as const

type SettingsSectionId = keyof typeof settingsSections
const settingsSectionIds = Object.keys(settingsSections) as SettingsSectionId[]
