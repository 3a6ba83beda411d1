import { EmailChoiceCard } from '#platform/mail/EmailChoiceCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { emailChoiceQuery, saveEmailChoice } from '../accounts.functions.ts'

/** Where an agent turns off one type of email. */
export const UnsubscribePage = ({ emailKey }: { emailKey: string }) => (
  <EmailChoiceCard
    query={emailChoiceQuery(emailKey)}
    save={(isOn) => saveEmailChoice({ data: { key: emailKey, isOn } })}
    describe={({ title, about, isOn }) =>
      isOn
        ? { title: `Turn off “${title}” emails?`, lead: about }
        : {
            title: `“${title}” emails are off`,
            lead: 'We won’t send you these any more. All other emails stay as they are.',
          }
    }
    deadLink={{
      lead: 'You can switch each type of email on and off in your settings.',
      action: (
        <ButtonLink to="/portal/settings" hash="emails" size="md" fullWidth>
          Open settings
        </ButtonLink>
      ),
    }}
  />
)
