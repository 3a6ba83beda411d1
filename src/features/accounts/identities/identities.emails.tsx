import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { type IdentityProvider, providerNames } from '#values/identityProviders.ts'
import { LINK_MINUTES } from './identities.schema.ts'

const WHY_YOU_GET_THIS = 'You’re receiving this because you have an account with Property Files.'

export const identityAddedEmail = (provider: IdentityProvider, email: string, appUrl: string) => ({
  subject: `You can now sign in with ${providerNames[provider]}`,
  body: (
    <EmailLayout
      preview="If this was you, there’s nothing to do."
      heading={`You can now sign in with ${providerNames[provider]}`}
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        {`The ${providerNames[provider]} account ${email || 'without an email address'} was linked to your account. Anyone who can sign in to it can open your listings and leads.`}
      </EmailText>
      <EmailText>If this was you, there’s nothing to do. If it wasn’t, unlink it, then change your password.</EmailText>
      <EmailButton href={`${appUrl}/portal/settings#linked-accounts`}>Check your linked accounts</EmailButton>
      <EmailText>{`If you can’t sign in, reset your password first: ${appUrl}/reset-password`}</EmailText>
    </EmailLayout>
  ),
})

export const identityRemovedEmail = (provider: IdentityProvider, email: string, appUrl: string) => ({
  subject: `${providerNames[provider]} no longer signs you in`,
  body: (
    <EmailLayout
      preview="If this was you, there’s nothing to do."
      heading={`${providerNames[provider]} no longer signs you in`}
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        {`The ${providerNames[provider]} account ${email || 'without an email address'} was unlinked, and every other device was signed out. If this was you, there’s nothing to do.`}
      </EmailText>
      <EmailText>If it wasn’t you, reset your password now to get your account back.</EmailText>
      <EmailButton href={`${appUrl}/reset-password`}>Reset my password</EmailButton>
    </EmailLayout>
  ),
})

/** Someone has come with this address from a provider that does not know whether it is theirs. */
export const identityLinkEmail = (provider: IdentityProvider, link: string) => ({
  subject: `Sign in with ${providerNames[provider]}`,
  body: (
    <EmailLayout
      preview="One click, in the browser you started in."
      heading={`Sign in with ${providerNames[provider]}`}
      footer={WHY_YOU_GET_THIS}
    >
      <EmailText>
        {`Someone has just tried to sign in to your account with ${providerNames[provider]}. If it was you, open this link in the same browser. From then on, you can sign in with ${providerNames[provider]}.`}
      </EmailText>
      <EmailButton href={link}>{`Link ${providerNames[provider]} and sign in`}</EmailButton>
      <EmailText>
        {`The link works once, within the next ${LINK_MINUTES} minutes. If it wasn’t you, ignore this email and nothing will change.`}
      </EmailText>
    </EmailLayout>
  ),
})
