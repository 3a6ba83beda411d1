import { MailButton } from '#platform/mail/MailButton.tsx'
import { MailLayout } from '#platform/mail/MailLayout.tsx'
import { MailText } from '#platform/mail/MailText.tsx'

const IGNORE = 'If you didn’t ask for this, you can ignore this email. Nothing has changed.'
const BECAUSE = 'You’re receiving this because you have an account with Property Files.'

export const resetMail = (link: string) => ({
  subject: 'Reset your password',
  body: (
    <MailLayout preview="The link works for one hour." heading="Reset your password" footer={IGNORE}>
      <MailText>Use the button below to set a new password. The link works once, within the next hour.</MailText>
      <MailButton href={link}>Set a new password</MailButton>
    </MailLayout>
  ),
})

/** The first email of a new account: a reset link that works for longer, in words that fit. */
export const setPasswordMail = (link: string, days: number, note?: string) => ({
  subject: 'Welcome to Property Files: create your password',
  body: (
    <MailLayout preview="One step and you’re in." heading="Create your password" footer={BECAUSE}>
      <MailText>Your account is ready. Create a password and add your first listing.</MailText>
      {note && <MailText>{note}</MailText>}
      <MailButton href={link}>Create password</MailButton>
      <MailText>
        {`The link works once, within the next ${days} days. If it has expired, choose “Reset it” on the sign-in page.`}
      </MailText>
    </MailLayout>
  ),
})

export const passwordChangedMail = (appUrl: string) => ({
  subject: 'Your password was changed',
  body: (
    <MailLayout preview="If this was you, there’s nothing to do." heading="Your password was changed" footer={BECAUSE}>
      <MailText>
        Your password was changed, and every other device was signed out. If this was you, there’s nothing to do.
      </MailText>
      <MailText>If it wasn’t you, reset your password now to get your account back.</MailText>
      <MailButton href={`${appUrl}/reset-password`}>Reset my password</MailButton>
    </MailLayout>
  ),
})

export const newSignInMail = (device: string, moment: string, appUrl: string) => ({
  subject: 'New sign-in to your account',
  body: (
    <MailLayout preview={device} heading="New sign-in to your account" footer={BECAUSE}>
      <MailText>
        Someone signed in to your account from a new device: {device}, on {moment}.
      </MailText>
      <MailText>
        If this was you, there’s nothing to do. If it wasn’t, sign that device out and change your password.
      </MailText>
      <MailButton href={`${appUrl}/portal/settings`}>Check signed-in devices</MailButton>
    </MailLayout>
  ),
})

export const confirmEmailMail = (link: string) => ({
  subject: 'Confirm your new email address',
  body: (
    <MailLayout preview="The link works for one hour." heading="Confirm your new email address" footer={IGNORE}>
      <MailText>Confirm that this is your address. You’ll then sign in with it.</MailText>
      <MailButton href={link}>Confirm email address</MailButton>
      <MailText>The link works once, within the next hour, in a browser where you’re signed in.</MailText>
    </MailLayout>
  ),
})

export const emailChangeRequestedMail = (newAddress: string, appUrl: string) => ({
  subject: 'Someone asked to change your email address',
  body: (
    <MailLayout
      preview={`It changes to ${newAddress} once confirmed.`}
      heading="Your email address is about to change"
      footer={BECAUSE}
    >
      <MailText>
        {`Someone who knows your password asked to change your account’s email address to ${newAddress}. It changes once they confirm it from that inbox, within the next hour.`}
      </MailText>
      <MailText>
        If it was you, there’s nothing to do. If it wasn’t, reset your password now. That stops the change and signs out
        every device.
      </MailText>
      <MailButton href={`${appUrl}/reset-password`}>Reset my password</MailButton>
    </MailLayout>
  ),
})

/** To the address that the account had until now. */
export const emailChangedMail = (newAddress: string) => ({
  subject: 'Your email address was changed',
  body: (
    <MailLayout
      preview="If this was you, there’s nothing to do."
      heading="Your email address was changed"
      footer="You’re receiving this because this was your email address at Property Files."
    >
      <MailText>
        {`You now sign in with ${newAddress}, and your leads go there. Links we sent to this address no longer work.`}
      </MailText>
      <MailText>
        If it was you, there’s nothing to do. If it wasn’t, reply to this email straight away. We’ll lock the account
        and help you get it back.
      </MailText>
    </MailLayout>
  ),
})

export const deletionScheduledMail = (day: string, daysLeft: number, appUrl: string) => ({
  subject: `Your account will be deleted on ${day}`,
  body: (
    <MailLayout
      preview={`You have ${daysLeft} days to change your mind.`}
      heading={`Your account will be deleted on ${day}`}
      footer={BECAUSE}
    >
      <MailText>
        On that day we permanently delete your listings, files, leads and everything else in your account. Your
        subscription won’t renew, so you won’t be charged again.
      </MailText>
      <MailText>Changed your mind? Sign in before then and select “Keep my account”.</MailText>
      <MailButton href={`${appUrl}/portal/settings#danger`}>Keep my account</MailButton>
      <MailText>
        If you didn’t ask for this, someone knows your password. Keep your account, then change your password.
      </MailText>
    </MailLayout>
  ),
})

export const exportReadyMail = (appUrl: string, days: number) => ({
  subject: 'Your export is ready',
  body: (
    <MailLayout preview="Your data and files in one zip file." heading="Your export is ready" footer={BECAUSE}>
      <MailText>
        One zip file has your account, listings, leads, events and every file you’ve uploaded. You can download it for{' '}
        {String(days)} days. If a buyer deletes their details before then, we delete it and you can export again.
      </MailText>
      <MailButton href={`${appUrl}/portal/settings`}>Download export</MailButton>
    </MailLayout>
  ),
})
