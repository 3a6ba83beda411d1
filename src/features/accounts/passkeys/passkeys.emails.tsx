import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'

const WHY_YOU_GET_THIS = 'You’re receiving this because you have an account with Property Files.'
const settingsLink = (appUrl: string) => `${appUrl}/portal/settings#passkeys`

export const passkeyAddedEmail = (name: string, device: string, appUrl: string) => ({
  subject: 'A passkey was added to your account',
  body: (
    <EmailLayout
      preview="If this was you, there’s nothing to do."
      heading="A passkey was added to your account"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>{`You can now sign in with the passkey “${name}”, added with ${device}.`}</EmailText>
      <EmailText>
        If this was you, there’s nothing to do. If it wasn’t, remove the passkey, then change your password.
      </EmailText>
      <EmailButton href={settingsLink(appUrl)}>Check your passkeys</EmailButton>
      <EmailText>{`If you can’t sign in, reset your password first: ${appUrl}/reset-password`}</EmailText>
    </EmailLayout>
  ),
})

export const passkeyRemovedEmail = (name: string, appUrl: string) => ({
  subject: 'A passkey was removed from your account',
  body: (
    <EmailLayout
      preview="If this was you, there’s nothing to do."
      heading="A passkey was removed from your account"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        {`The passkey “${name}” no longer signs anyone in, and every other device was signed out. If this was you, there’s nothing to do.`}
      </EmailText>
      <EmailText>If it wasn’t you, reset your password now to get your account back.</EmailText>
      <EmailButton href={`${appUrl}/reset-password`}>Reset my password</EmailButton>
    </EmailLayout>
  ),
})

/** The device that someone signed in with is behind what we have counted. */
export const passkeyCopiedEmail = (name: string, appUrl: string) => ({
  subject: 'We refused a copy of your passkey',
  body: (
    <EmailLayout
      preview="Remove the passkey and add a new one."
      heading="We refused a copy of your passkey"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        {`Someone tried to use your passkey “${name}” on a device whose count of sign-ins is behind ours. That can mean the passkey was copied, so we didn’t let them in.`}
      </EmailText>
      <EmailText>To be safe, remove this passkey and add a new one.</EmailText>
      <EmailButton href={settingsLink(appUrl)}>Check your passkeys</EmailButton>
    </EmailLayout>
  ),
})

export const passwordRemovedEmail = (appUrl: string) => ({
  subject: 'Your password was removed',
  body: (
    <EmailLayout
      preview="You now sign in with a passkey."
      heading="Your password was removed"
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        From now on you sign in with a passkey. Every other device was signed out. If you ever lose your passkeys,
        create a password by email.
      </EmailText>
      <EmailText>If it wasn’t you, create a new password now to get your account back.</EmailText>
      <EmailButton href={`${appUrl}/reset-password`}>Create a password</EmailButton>
    </EmailLayout>
  ),
})
