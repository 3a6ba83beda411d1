import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { RECOVERY_DAYS, RECOVERY_LINK_DAYS } from './secondFactor.schema.ts'

const WHY_YOU_GET_THIS =
  'You’re receiving this because you have an account with Property Files, or had it with this address.'
const WHY_OWNERS = 'You’re receiving this because you own an agency on Property Files that this person works in.'

interface StartedFacts {
  due: string
  stopLink: string
  name: string
  /** Of the account, now or until lately. Otherwise of another owner of the agency. */
  isOwnAddress: boolean
}

export const recoveryStartedEmail = ({ due, stopLink, name, isOwnAddress }: StartedFacts) => {
  const subject = isOwnAddress
    ? 'Someone is getting back into your account'
    : `${name} is getting back into their account`
  return {
    subject,
    body: (
      <EmailLayout
        preview="If it’s a surprise, stop it now."
        heading={subject}
        footer={isOwnAddress ? WHY_YOU_GET_THIS : WHY_OWNERS}
      >
        <EmailText>
          {isOwnAddress
            ? `Someone who knows your password told us they can’t get past two-step sign-in, because they’ve lost their phone, passkeys and recovery codes. On ${due} we’ll email a link to your account’s address that turns two-step sign-in off.`
            : `${name} told us they can’t get past two-step sign-in, because they’ve lost their phone, passkeys and recovery codes. On ${due} we’ll email them a link that turns two-step sign-in off for their account.`}
        </EmailText>
        <EmailText>
          {isOwnAddress
            ? `If it was you, there’s nothing to do. The ${RECOVERY_DAYS}-day wait protects you.`
            : `Ask ${name} if it was them. If so, there’s nothing to do.`}
        </EmailText>
        <EmailButton href={stopLink}>{isOwnAddress ? 'It wasn’t me: stop it' : 'It wasn’t them: stop it'}</EmailButton>
      </EmailLayout>
    ),
  }
}

export const recoveryLinkEmail = (link: string) => ({
  subject: 'Get back into your account',
  body: (
    <EmailLayout
      preview="Turn two-step sign-in off, then sign in."
      heading="Get back into your account"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        {`You asked for this ${RECOVERY_DAYS} days ago, and nobody stopped it. The link turns two-step sign-in off and signs every device out. Then you sign in with your password.`}
      </EmailText>
      <EmailButton href={link}>Turn two-step sign-in off</EmailButton>
      <EmailText>{`The link works once, within the next ${RECOVERY_LINK_DAYS} days.`}</EmailText>
    </EmailLayout>
  ),
})

export const recoveryStoppedEmail = (appUrl: string) => ({
  subject: 'Your two-step sign-in stays on',
  body: (
    <EmailLayout
      preview="Someone tried to turn it off."
      heading="Your two-step sign-in stays on"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        A request to get into your account without the second step was stopped, or you signed in with it. Your account
        is safe.
      </EmailText>
      <EmailText>If you didn’t make that request, someone knows your password. Reset it now.</EmailText>
      <EmailButton href={`${appUrl}/reset-password`}>Reset my password</EmailButton>
    </EmailLayout>
  ),
})

interface RecoveredFacts {
  appUrl: string
  name: string
  isOwnAddress: boolean
}

export const accountRecoveredEmail = ({ appUrl, name, isOwnAddress }: RecoveredFacts) => ({
  subject: isOwnAddress ? 'Two-step sign-in was turned off' : `${name} has turned two-step sign-in off`,
  body: (
    <EmailLayout
      preview="Every device was signed out."
      heading={isOwnAddress ? 'Two-step sign-in was turned off' : `${name} has turned two-step sign-in off`}
      footer={isOwnAddress ? WHY_YOU_GET_THIS : WHY_OWNERS}
    >
      <EmailText>
        {isOwnAddress
          ? 'Your passkeys, authenticator apps and recovery codes were removed, and every device was signed out. You sign in with your password alone until you set it up again.'
          : `They told us they’d lost their phone, passkeys and recovery codes. Every device was signed out, and they sign in with their password alone until they set it up again.`}
      </EmailText>
      <EmailText>
        {isOwnAddress
          ? 'If it wasn’t you, reset your password now. That signs every device out.'
          : 'If it wasn’t them, remove them from your agency until they have their account back.'}
      </EmailText>
      <EmailButton href={isOwnAddress ? `${appUrl}/reset-password` : `${appUrl}/portal/agency`}>
        {isOwnAddress ? 'Reset my password' : 'See members'}
      </EmailButton>
    </EmailLayout>
  ),
})
