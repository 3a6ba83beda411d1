import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { formatCount } from '#ui/format/format.ts'

const WHY_YOU_GET_THIS = 'You’re receiving this because you have an account with Property Files.'
const NOTHING_TO_DO = 'If this was you, there’s nothing to do.'
const NOT_YOU = 'If it wasn’t you, someone knows your password. Reset it now: that signs out every device.'

interface SecurityEmail {
  subject: string
  about: string
  appUrl: string
  /** By default for someone who didn't do it. */
  button?: { label: string; path: string }
  advice?: string
}

/** What changed about signing in, and what to do if it was someone else. */
const securityEmail = ({
  subject,
  about,
  appUrl,
  advice = NOT_YOU,
  button = { label: 'Reset my password', path: '/reset-password' },
}: SecurityEmail) => ({
  subject,
  body: (
    <EmailLayout preview={NOTHING_TO_DO} heading={subject} footer={WHY_YOU_GET_THIS}>
      <EmailText>{`${about} ${NOTHING_TO_DO}`}</EmailText>
      <EmailText>{advice}</EmailText>
      <EmailButton href={`${appUrl}${button.path}`}>{button.label}</EmailButton>
    </EmailLayout>
  ),
})

export const authenticatorAddedEmail = (name: string, appUrl: string) =>
  securityEmail({
    subject: 'An authenticator app was added to your account',
    about: `“${name}” was added to your account. From now on we ask for a code when you sign in.`,
    advice:
      'If it wasn’t you, someone is using your account. Remove the app in your settings, then change your password.',
    button: { label: 'Check my settings', path: '/portal/settings#second-step' },
    appUrl,
  })

export const authenticatorRemovedEmail = (name: string, appUrl: string) =>
  securityEmail({
    subject: 'An authenticator app was removed from your account',
    about: `“${name}” was removed from your account. Its codes no longer work.`,
    appUrl,
  })

export const recoveryCodesReplacedEmail = (appUrl: string) =>
  securityEmail({
    subject: 'You have new recovery codes',
    about: 'Ten new recovery codes were created for your account. The earlier ones no longer work.',
    appUrl,
  })

export const recoveryCodeUsedEmail = (left: number, appUrl: string) =>
  securityEmail({
    subject: 'A recovery code was used',
    about: `One of your recovery codes was used in place of a code from your app. You have ${left === 0 ? 'none' : formatCount(left, 'code')} left.`,
    appUrl,
  })

/** The password was right, and codes were wrong again and again. */
export const codesGuessedEmail = (appUrl: string) => ({
  subject: 'Someone has your password',
  body: (
    <EmailLayout
      preview="They couldn’t get in without your code."
      heading="Someone has your password"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        Someone entered your password, then several wrong codes. They couldn’t sign in. If this was you, wait a while
        and try again with the newest code in your app.
      </EmailText>
      <EmailText>If it wasn’t you, change your password now. Use one that you don’t use anywhere else.</EmailText>
      <EmailButton href={`${appUrl}/reset-password`}>Reset my password</EmailButton>
    </EmailLayout>
  ),
})
