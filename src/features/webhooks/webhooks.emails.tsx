import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { MESSAGE_DAYS, RETRY_DAYS } from './webhooks.schema.ts'

interface DisabledFacts {
  /** The name of the server, without the path, which can contain a secret. */
  host: string
  /** The server said that the address is gone for good. */
  isGone: boolean
  appUrl: string
}

export const webhookDisabledEmail = ({ host, isGone, appUrl }: DisabledFacts) => ({
  subject: 'We’ve turned off one of your agency’s webhooks',
  body: (
    <EmailLayout
      preview={`${host} no longer accepts our messages.`}
      heading="A webhook is turned off"
      footer="You’re receiving this because you’re an owner of an agency on Property Files."
    >
      <EmailText>
        {isGone
          ? `${host} responded that the address of your webhook is gone, so we’ve stopped sending messages to it.`
          : `${host} hasn’t accepted a message from us for ${RETRY_DAYS} days, so we’ve stopped sending messages to it.`}
      </EmailText>
      <EmailText>
        {`Please ask the people who look after that system to check it, then turn the webhook on again. The messages of the last ${MESSAGE_DAYS} days are in its log, and you can resend them from there.`}
      </EmailText>
      <EmailButton href={`${appUrl}/portal/agency/connections`}>See webhooks</EmailButton>
    </EmailLayout>
  ),
})
