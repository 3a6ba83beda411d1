import { EmailChoiceCard } from '#platform/mail/EmailChoiceCard.tsx'
import { messageEmailChoiceQuery, saveMessageEmailChoice } from '../messages.functions.ts'

/** Where a buyer turns off the messages of an agency. */
export const MessageEmailsPage = ({ emailKey }: { emailKey: string }) => (
  <EmailChoiceCard
    query={messageEmailChoiceQuery(emailKey)}
    save={(isOn) => saveMessageEmailChoice({ data: { key: emailKey, isOn } })}
    describe={({ agencyName, isOn }) =>
      isOn
        ? {
            title: `Turn off messages from ${agencyName}?`,
            lead: 'Its agents email you when something changes on a listing that you enquired about, such as the time of an auction.',
          }
        : {
            title: `Messages from ${agencyName} are off`,
            lead: 'You won’t get any more messages about listings from its agents. Your private links still work.',
          }
    }
    deadLink={{
      lead: 'Open it from our latest email again. If your details were deleted, you won’t get any more emails.',
    }}
  />
)
