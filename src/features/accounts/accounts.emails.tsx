import { MailButton } from '#platform/mail/MailButton.tsx'
import { MailLayout } from '#platform/mail/MailLayout.tsx'
import { MailText } from '#platform/mail/MailText.tsx'

const IGNORE = 'If you did not ask for this, you can ignore this mail: nothing changes.'
const BECAUSE = "You're receiving this because you have an account at Property Files."

export const resetMail = (link: string) => ({
  subject: 'Reset your password',
  body: (
    <MailLayout preview="The link works for one hour." heading="Reset your password" footer={IGNORE}>
      <MailText>Choose a new password with the button below. The link works once, for one hour.</MailText>
      <MailButton href={link}>Choose a new password</MailButton>
    </MailLayout>
  ),
})

/** The first email of a new account: a reset link that works for longer, in words that fit. */
export const setPasswordMail = (link: string, days: number, note?: string) => ({
  subject: 'Welcome to Property Files: create your password',
  body: (
    <MailLayout preview="One step and you're in." heading="Create your password" footer={BECAUSE}>
      <MailText>Your account is ready. Create a password, and you can add your first listing.</MailText>
      {note && <MailText>{note}</MailText>}
      <MailButton href={link}>Create my password</MailButton>
      <MailText>
        {`The link works once, for ${days} days. After that, reset your password on the sign-in page to get a new one.`}
      </MailText>
    </MailLayout>
  ),
})

export const passwordChangedMail = (appUrl: string) => ({
  subject: 'Your password was changed',
  body: (
    <MailLayout preview="If this was you, there is nothing to do." heading="Your password was changed" footer={BECAUSE}>
      <MailText>
        The password of your account was changed, and every other browser was signed out. If this was you, there is
        nothing to do.
      </MailText>
      <MailText>If it was not you, take your account back at once by resetting the password.</MailText>
      <MailButton href={`${appUrl}/reset-password`}>Reset my password</MailButton>
    </MailLayout>
  ),
})

export const newSignInMail = (device: string, moment: string, appUrl: string) => ({
  subject: 'New sign-in to your account',
  body: (
    <MailLayout preview={device} heading="New sign-in to your account" footer={BECAUSE}>
      <MailText>
        Somebody signed in to your account from a device we have not seen before: {device}, on {moment}.
      </MailText>
      <MailText>If this was you, there is nothing to do. If not, sign it out and change your password.</MailText>
      <MailButton href={`${appUrl}/portal/settings`}>Check my sessions</MailButton>
    </MailLayout>
  ),
})

export const confirmEmailMail = (link: string) => ({
  subject: 'Confirm your new e-mail address',
  body: (
    <MailLayout preview="The link works for one hour." heading="Confirm your new e-mail address" footer={IGNORE}>
      <MailText>Confirm that this address is yours, and it becomes the one you sign in with.</MailText>
      <MailButton href={link}>Confirm this address</MailButton>
      <MailText>The link works once, for one hour, in a browser where you are signed in.</MailText>
    </MailLayout>
  ),
})

export const emailChangeRequestedMail = (newAddress: string, appUrl: string) => ({
  subject: 'Someone asked to change your email address',
  body: (
    <MailLayout
      preview={`To ${newAddress}, once it is confirmed there.`}
      heading="Your email address is about to change"
      footer={BECAUSE}
    >
      <MailText>
        {`Someone who knows your password asked to change the email address of your account to ${newAddress}. It changes when they confirm it there, within the hour.`}
      </MailText>
      <MailText>
        If it was you, there's nothing to do. If it wasn't, reset your password now: that stops the change and signs out
        every browser.
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
      preview="If this was you, there's nothing to do."
      heading="Your email address was changed"
      footer="You're receiving this because this was the email address of your account at Property Files."
    >
      <MailText>
        {`You now sign in with ${newAddress}, and your leads arrive there. Links that we sent to this address before no longer work.`}
      </MailText>
      <MailText>
        If it was you, there's nothing to do. If it wasn't, reply to this email straight away: we'll lock the account
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
        On that day we delete your listings, files, leads and everything else in your account for good. Your
        subscription no longer renews, so you won't be charged again.
      </MailText>
      <MailText>To keep your account, sign in before then and choose “Keep my account”.</MailText>
      <MailButton href={`${appUrl}/portal/settings#danger`}>Keep my account</MailButton>
      <MailText>
        If you didn't ask for this, someone knows your password: keep your account, then change your password.
      </MailText>
    </MailLayout>
  ),
})

export const exportReadyMail = (appUrl: string, days: number) => ({
  subject: 'Your export is ready',
  body: (
    <MailLayout preview="Your data and your files in one zip." heading="Your export is ready" footer={BECAUSE}>
      <MailText>
        One zip holds your account, listings, leads, events and every file you have uploaded. You can download it for{' '}
        {String(days)} days. If a buyer deletes their details before that, we remove it and you can export again.
      </MailText>
      <MailButton href={`${appUrl}/portal/settings`}>Download my export</MailButton>
    </MailLayout>
  ),
})
