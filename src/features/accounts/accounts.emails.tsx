import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'

const IGNORE_NOTE = 'If you didn’t ask for this, you can ignore this email. Nothing has changed.'
const WHY_YOU_GET_THIS = 'You’re receiving this because you have an account with Property Files.'

export const passwordResetEmail = (link: string) => ({
  subject: 'Reset your password',
  body: (
    <EmailLayout preview="The link works for one hour." heading="Reset your password" footer={IGNORE_NOTE}>
      <EmailText>Use the button below to set a new password. The link works once, within the next hour.</EmailText>
      <EmailButton href={link}>Set a new password</EmailButton>
    </EmailLayout>
  ),
})

/** The first email of a new account: a reset link that is valid for longer, with its own text. */
export const setPasswordEmail = (link: string, days: number, note?: string) => ({
  subject: 'Welcome to Property Files: create your password',
  body: (
    <EmailLayout preview="One step and you’re in." heading="Create your password" footer={WHY_YOU_GET_THIS}>
      <EmailText>Your account is ready. Create a password and add your first listing.</EmailText>
      {note && <EmailText>{note}</EmailText>}
      <EmailButton href={link}>Create password</EmailButton>
      <EmailText>
        {`The link works once, within the next ${days} days. If it has expired, open it anyway: that page can send you a new one.`}
      </EmailText>
    </EmailLayout>
  ),
})

/** After the first password: where to sign in from now on, and a warning in case it was someone else. */
export const accountReadyEmail = (appUrl: string) => ({
  subject: 'Your account is ready',
  body: (
    <EmailLayout preview="You’ve created your password." heading="Your account is ready" footer={WHY_YOU_GET_THIS}>
      <EmailText>You’ve created your password. From now on, sign in with this email address.</EmailText>
      <EmailButton href={`${appUrl}/portal`}>Open Property Files</EmailButton>
      <EmailText>
        {`If it wasn’t you, reset your password now to get your account back: ${appUrl}/reset-password`}
      </EmailText>
    </EmailLayout>
  ),
})

export const passwordChangedEmail = (appUrl: string) => ({
  subject: 'Your password was changed',
  body: (
    <EmailLayout
      preview="If this was you, there’s nothing to do."
      heading="Your password was changed"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        Your password was changed, and every other device was signed out. If this was you, there’s nothing to do.
      </EmailText>
      <EmailText>If it wasn’t you, reset your password now to get your account back.</EmailText>
      <EmailButton href={`${appUrl}/reset-password`}>Reset my password</EmailButton>
    </EmailLayout>
  ),
})

interface NewSignInFacts {
  device: string
  moment: string
  /** Empty if it is not known. */
  place: string
  link: string
  days: number
  appUrl: string
}

export const newSignInEmail = ({ device, moment, place, link, days, appUrl }: NewSignInFacts) => ({
  subject: 'New sign-in to your account',
  body: (
    <EmailLayout
      preview={[device, place].filter(Boolean).join(', ')}
      heading="New sign-in to your account"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        Your account was used on a new device: {device}
        {place && `, near ${place}`}, on {moment}.
      </EmailText>
      <EmailText>
        {`If this was you, there’s nothing to do. You can give the device a name in your settings: ${appUrl}/portal/settings#sessions`}
      </EmailText>
      <EmailText>
        {`If it wasn’t, use the button below. It signs every device out and lets you choose a new password. It works once, within the next ${days} days.`}
      </EmailText>
      <EmailButton href={link}>This wasn’t me</EmailButton>
    </EmailLayout>
  ),
})

/** After "This wasn't me": the way to a new password, in case the page was closed. */
export const signInDisownedEmail = (link: string) => ({
  subject: 'We’ve signed every device out',
  body: (
    <EmailLayout
      preview="Choose a new password to get back in."
      heading="We’ve signed every device out"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        You told us that a sign-in wasn’t you. Every device is signed out and your password no longer works.
      </EmailText>
      <EmailText>Choose a new password to get back in. The link works once, within the next hour.</EmailText>
      <EmailButton href={link}>Choose a new password</EmailButton>
    </EmailLayout>
  ),
})

export const confirmAddressEmail = (link: string) => ({
  subject: 'Confirm your new email address',
  body: (
    <EmailLayout preview="The link works for one hour." heading="Confirm your new email address" footer={IGNORE_NOTE}>
      <EmailText>Confirm that this is your address. You’ll then sign in with it.</EmailText>
      <EmailButton href={link}>Confirm email address</EmailButton>
      <EmailText>The link works once, within the next hour, in a browser where you’re signed in.</EmailText>
    </EmailLayout>
  ),
})

export const addressChangeRequestedEmail = (newAddress: string, appUrl: string) => ({
  subject: 'Someone asked to change your email address',
  body: (
    <EmailLayout
      preview={`It changes to ${newAddress} once confirmed.`}
      heading="Your email address is about to change"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        {`Someone who knows your password asked to change your account’s email address to ${newAddress}. It changes once they confirm it from that inbox, within the next hour.`}
      </EmailText>
      <EmailText>
        If it was you, there’s nothing to do. If it wasn’t, reset your password now. That stops the change and signs out
        every device.
      </EmailText>
      <EmailButton href={`${appUrl}/reset-password`}>Reset my password</EmailButton>
    </EmailLayout>
  ),
})

/** To the address that the account had until now. */
export const addressChangedEmail = (newAddress: string) => ({
  subject: 'Your email address was changed',
  body: (
    <EmailLayout
      preview="If this was you, there’s nothing to do."
      heading="Your email address was changed"
      footer="You’re receiving this because this was your email address at Property Files."
    >
      <EmailText>
        {`You now sign in with ${newAddress}, and your leads go there. Links we sent to this address no longer work.`}
      </EmailText>
      <EmailText>
        If it was you, there’s nothing to do. If it wasn’t, reply to this email straight away. We’ll lock the account
        and help you get it back.
      </EmailText>
    </EmailLayout>
  ),
})

export const deletionScheduledEmail = (day: string, daysLeft: number, appUrl: string) => ({
  subject: `Your account will be deleted on ${day}`,
  body: (
    <EmailLayout
      preview={`You have ${daysLeft} days to change your mind.`}
      heading={`Your account will be deleted on ${day}`}
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        On that day we permanently delete your listings, files, leads and everything else in your account. Your
        subscription won’t renew, so you won’t be charged again.
      </EmailText>
      <EmailText>Changed your mind? Sign in before then and select “Keep my account”.</EmailText>
      <EmailButton href={`${appUrl}/portal/settings#danger`}>Keep my account</EmailButton>
      <EmailText>
        If you didn’t ask for this, someone knows your password. Keep your account, then change your password.
      </EmailText>
    </EmailLayout>
  ),
})

export const exportReadyEmail = (appUrl: string, days: number) => ({
  subject: 'Your export is ready',
  body: (
    <EmailLayout
      preview="Your data and files in one zip file."
      heading="Your export is ready"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        One zip file has your account, listings, leads, events and every file you’ve uploaded. You can download it for{' '}
        {String(days)} days. If a buyer deletes their details before then, we delete it and you can export again.
      </EmailText>
      <EmailButton href={`${appUrl}/portal/settings`}>Download export</EmailButton>
    </EmailLayout>
  ),
})

export const agencyExportReadyEmail = (appUrl: string, days: number) => ({
  subject: 'Your agency’s export is ready',
  body: (
    <EmailLayout
      preview="Everything in your agency in one zip file."
      heading="Your agency’s export is ready"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        One zip file has the listings, leads, events and files of everyone in your agency, and its activity. Only you
        can download it, for {String(days)} days and while you’re an owner. If a buyer deletes their details before
        then, we delete it and you can export again.
      </EmailText>
      <EmailButton href={`${appUrl}/portal/agency/data`}>Download export</EmailButton>
    </EmailLayout>
  ),
})

export const agencyDeletionEmail = (
  agencyName: string,
  day: string,
  { daysLeft, isOwner, appUrl }: { daysLeft: number; isOwner: boolean; appUrl: string },
) => ({
  subject: `${agencyName} will be deleted on ${day}`,
  body: (
    <EmailLayout
      preview={`Owners have ${daysLeft} days to change their mind.`}
      heading={`${agencyName} will be deleted on ${day}`}
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        On that day we permanently delete the agency’s listings, files, leads and everything else in it, for all
        members. Your own account stays. The subscription won’t renew.
      </EmailText>
      {isOwner ? (
        <>
          <EmailText>Changed your mind? Any owner can keep the agency until then.</EmailText>
          <EmailButton href={`${appUrl}/portal/agency/data`}>Keep the agency</EmailButton>
        </>
      ) : (
        <EmailText>If this is a surprise, ask an owner of the agency. They can keep it until then.</EmailText>
      )}
    </EmailLayout>
  ),
})
